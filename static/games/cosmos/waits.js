/** For what has somebody chosen to wait? No order tells it to the server: the page keeps it until what it is for is there, and asks no more. */
import { keep, kept } from 'app/entry.js';
import { t } from 'app/i18n.js';
import { properName } from './names.js';
import { costOf } from './ways.js';

/** @import { Advice, Forecast, InHand, Position, Shown } from './types' */
/** @typedef {{goal: number | null, energy: number, step: number}} Wait `goal`: the planet that is to be taken with so much energy; null: the energy is kept in that step */
/** @typedef {Pick<InHand, 'waits'> & {frame: {step: number} | null, told: any, position: Position | null}} Kept */

/** What this entry of the browser's history has kept. @returns {Record<number, Wait>} by own planet */
export const storedWaits = () => (globalThis.history ? (kept('waits') ?? {}) : {});

/** @param {Record<number, Wait>} waits */
function stored(waits) {
  if (globalThis.history) keep({ waits });
  return waits;
}

/** With a way that was chosen: to wait, else as it was. @param {Kept} state @param {Advice} entry */
export function waitsWith({ waits, frame }, entry) {
  if (entry.kind !== 'save' && entry.kind !== 'keep') return waits;
  const goal = entry.kind === 'save' ? entry.id : null;
  return stored({ ...waits, [entry.by]: { goal, energy: costOf(entry), step: frame?.step ?? 0 } });
}

/** @param {Kept} state @param {number} id an own planet */
export function waitsWithout({ waits }, id) {
  const { [id]: _, ...others } = waits;
  return stored(others);
}

/** What a planet waits for; null: nothing, it is there, or nobody can have it any more. @param {Kept} state @param {Pick<Shown, 'id' | 'energy'>} planet @returns {Wait | null} */
export function waitOf({ waits, frame, told, position }, planet) {
  const wait = waits[planet.id];
  if (!wait) return null;
  if (wait.goal === null) return wait.step === frame?.step ? wait : null;
  if (position?.byId.get(wait.goal)?.seat !== null) return null;
  const price = /** @type {Forecast | null} */ (told)?.takes?.[wait.goal] ?? wait.energy;
  return planet.energy > price ? null : { ...wait, energy: price };
}

/** Did somebody choose in this step to wait? @param {Kept} state */
export const hasChosen = ({ waits, frame }) => Object.values(waits).some(({ step }) => step === frame?.step);

/** In words, what a planet waits for. @param {Kept} state @param {Pick<Shown, 'id' | 'energy'>} planet */
export function waitText(state, planet) {
  const wait = waitOf(state, planet);
  if (!wait) return '';
  const facts = { planet: properName(planet.id), has: planet.energy, energy: wait.energy };
  return wait.goal === null
    ? t('{planet} keeps its energy in this step.', facts)
    : t('{planet} saves for {goal}: it has {has} of {energy} energy.', { ...facts, goal: properName(wait.goal) });
}
