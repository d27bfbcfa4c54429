/** Which lines of a step does a director tell, and what does it pass over? */

/** @typedef {import('../types').News} News */
/** @typedef {import('./beats.js').Course} Course */

/** Keys that do nothing on a board by themselves. */
export const PASSING = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

/** A step of which nothing is played. @type {Course} */
export const UNPLAYED = { tracks: [], phases: [{ name: '', at: 0 }], length: 0 };

/** Whether two lines tell the same. @param {News} a @param {News} b */
export const isSame = (a, b) => a === b || (!!a.event && a.event === b.event && a.text === b.text);

/** From which weight on a line is worth a still. */
export const TOLD = 30;

/** @template {{weight: number}} T @param {T[]} list */
export const byWeight = (list) => [...list].sort((a, b) => b.weight - a.weight);
