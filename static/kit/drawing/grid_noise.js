/** How does ground come about by chance? Of squares that have a quantity: scattered or in clouds, the same for the same seed. */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { hash, noise, seedOf } from 'kit/noise.js';

/** @typedef {import('./grid_symmetry.js').Cell} Cell */
/** @typedef {{seed: string, least: number, most: number, grain: number}} Noise `grain`: squares from one cloud to the next; 1: every square for itself */

/** Squares from one cloud to the next, by name. @type {[number, () => string][]} */
const GRAINS = [
  [10, () => t('large clouds')],
  [5, () => t('small clouds')],
  [1, () => t('scattered')],
];

/** What every square of a map gets: whole numbers, the least and the greatest among them. @param {Noise} noise @param {Cell} size @returns {(at: Cell) => number} */
export function noiseOf({ seed, least, most, grain }, [width, height]) {
  const number = seedOf(seed);
  const raw = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return grain === 1 ? hash(x, y, number) : noise(x / grain, y / grain, number);
  });
  const [low, high] = [Math.min(...raw), Math.max(...raw)];
  return ([x, y]) => Math.round(least + ((raw[y * width + x] - low) / (high - low || 1)) * (most - least));
}

/** The form for it. @param {import('./grid_desk.js').GridDesk} desk */
export function createNoise(desk) {
  const [from, to] = desk.drawing.ground.scale ?? [0, 1];
  /** @param {string} id @param {string} label @param {HTMLElement} input */
  const field = (id, label, input) => h('p', null, h('label', { for: id }, label), input);
  const seed = h('input', { id: 'draw-seed', value: '1', maxlength: 40, autocomplete: 'off', spellcheck: 'false' });
  /** @param {string} id @param {number} value */
  const number = (id, value) => h('input', { id, type: 'number', min: from, max: to, value, inputmode: 'numeric' });
  const [least, most] = [number('draw-least', from), number('draw-most', to)];
  const grain = h(
    'select',
    { id: 'draw-grain' },
    GRAINS.map(([side, name]) => h('option', { value: side }, name())),
  );

  /** A number of the form, within what squares may have. @param {HTMLInputElement} input @param {number} usual */
  function heldIn(input, usual) {
    const value = Number.isFinite(input.valueAsNumber) ? Math.round(input.valueAsNumber) : usual;
    const held = Math.max(from, Math.min(to, value));
    input.value = String(held);
    return held;
  }

  /** @param {SubmitEvent} event */
  function fill(event) {
    event.preventDefault();
    const ends = [heldIn(least, from), heldIn(most, to)].toSorted((one, other) => one - other);
    const wanted = { seed: seed.value, least: ends[0], most: ends[1], grain: Number(grain.value) };
    desk.fillAll(noiseOf(wanted, desk.size()));
  }
  return h(
    'details',
    { class: 'draw-noise' },
    h('summary', null, t('Fill by chance')),
    h(
      'form',
      { class: 'draw-tools', onsubmit: fill },
      field('draw-seed', t('Seed'), seed),
      field('draw-least', t('Least'), least),
      field('draw-most', t('Greatest'), most),
      field('draw-grain', t('Pattern'), grain),
      h('button', { class: 'button slim' }, t('Fill the map')),
    ),
  );
}
