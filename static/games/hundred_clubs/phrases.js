/**
 * How are words joined into a line? Every mark between them is a message of its own, because languages that write full-width marks
 * (Chinese: “；”, “、”, “：”) have no use for ours and their spaces.
 */
import { t } from 'app/i18n.js';

/** @param {string[]} parts @param {(first: string, next: string) => string} join @returns {string} '' if there are no parts */
const fold = (parts, join) => (parts.length ? parts.reduce((first, next) => join(first, next)) : '');

/** Facts one after another: “neutral; 37 cells”. @param {string[]} facts */
export const inTurn = (facts) => fold(facts, (first, next) => t('{first}; {next}', { first, next }));

/** Things of one kind: “4–7, 9”. @param {string[]} things */
export const counted = (things) => fold(things, (first, next) => t('{first}, {next}', { first, next }));

/** Sentences one after another: “Unowned. 5 more needed”. @param {string[]} sentences */
export const spoken = (sentences) => fold(sentences, (first, next) => t('{first}. {next}', { first, next }));

/** What is said of somebody or something: “A Alice: 0,0”. @param {string} name @param {string} text */
export const about = (name, text) => t('{name}: {text}', { name, text });

/** A name with a remark: “B Bob (12)”. @param {string} name @param {string | number} remark */
export const remarked = (name, remark) => t('{name} ({remark})', { name, remark });
