/** Should nothing move? The system may say so, and the person for every system. */
export const isMotionReduced = () =>
  document.documentElement.dataset.motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
