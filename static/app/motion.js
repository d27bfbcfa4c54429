/** Is motion reduced? By the system's setting or by the person's own. */
export const isMotionReduced = () =>
  document.documentElement.dataset.motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
