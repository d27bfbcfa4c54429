/**
 * What happened in a step, side by side? A table of what every side lost and gained, as far as this view tells, and the sentences of each side, the
 * most important first; where seats move in turn those of all in order of time. Each leads to its place.
 *
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").News} News
 */

import { sums } from 'app/changes.js';
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isLost, land } from 'match/focus.js';
import { seatMark, seatName } from 'match/seats.js';
import { figures, formOf } from 'match/sums.js';

/** @typedef {{ seat: number | null, lines: News[], lost: import("../types").Change[], gained: import("../types").Change[] }} Side */

/**
 * The sides that a step tells of: the own one first, then by seat, what is nobody's last.
 * @param {News[]} lines @param {number | null} you @returns {Side[]}
 */
export function sidesOf(lines, you) {
  const changes = sums(lines.flatMap(({ sides }) => sides ?? []));
  // The own side has its row, even if nothing befell it.
  const own = you === null || !lines.length ? [] : [you];
  const seats = new Set([...own, ...lines.map(({ by }) => by ?? null), ...changes.map(({ seat }) => seat)]);
  const place = (/** @type {number | null} */ seat) => (seat === null ? Infinity : seat === you ? -1 : seat);
  return [...seats]
    .sort((a, b) => place(a) - place(b))
    .map((seat) => {
      const own = changes.filter((one) => one.seat === seat);
      return {
        seat,
        lines: lines.filter(({ by }) => (by ?? null) === seat),
        lost: own.filter(({ amount }) => amount < 0),
        gained: own.filter(({ amount }) => amount > 0),
      };
    });
}

/** Lines as it happened, what no event tells last. @param {News[]} lines @param {import("../types").GameEvent[]} order */
export function inTime(lines, order) {
  const at = new Map(order.map((event, i) => [event, i]));
  const place = (/** @type {News} */ { event }) => (event && at.get(event)) ?? order.length;
  return [...lines].sort((a, b) => place(a) - place(b));
}

/**
 * @param {{ info: Info, you: number | null, title: string, lines: News[], order: import("../types").GameEvent[] | null, point: (at: any) => void }} told
 *   `you`: whose view it is; `order`: all events as they happened, where seats move in turn; `point` shows a place on the board
 */
export function openReport({ info, you, title, lines, order, point }) {
  const sides = sidesOf(lines, you);
  const go = (/** @type {any} */ at) => () => {
    dialog.close();
    point(at);
  };
  const dialog = h(
    'dialog',
    { class: 'dialog report', 'aria-labelledby': 'report-title' },
    h(
      'form',
      { method: 'dialog', class: 'dialog-close' },
      h('button', { class: 'button slim', autofocus: true }, t('Close')),
    ),
    h('h2', { id: 'report-title' }, t('Report: {step}', { step: title })),
    lines.length ? table(sides, info, you) : h('p', null, t('Nothing that you could see.')),
    !lines.length && h('p', { class: 'muted' }, t('What lies in the fog is told once somebody of yours sees it.')),
    order &&
      lines.length > 0 &&
      h(
        'ul',
        { class: 'bare report-order' },
        inTime(lines, order).map((line) =>
          h('li', null, typeof line.by === 'number' && seatMark(line.by), sentence(line, go)),
        ),
      ),
    !order &&
      sides
        .filter((side) => side.lines.length)
        .map((side) =>
          h(
            'section',
            { class: 'report-side' },
            h('h3', null, nameOf(side.seat, info, you)),
            h(
              'ul',
              { class: 'bare' },
              side.lines.map((line) => h('li', null, sentence(line, go))),
            ),
          ),
        ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    // The strip may have been drawn anew meanwhile.
    if (isLost()) land();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {News} line @param {(at: any) => () => void} go */
function sentence({ text, at, moment }, go) {
  const words = [moment && h('b', { class: 'report-moment' }, moment), ' ', text];
  return at === null || at === undefined
    ? h('span', { class: 'report-line' }, words)
    : h('button', { type: 'button', class: 'plain report-line', onclick: go(at) }, words);
}

/** @param {number | null} seat @param {Info} info @param {number | null} you */
function nameOf(seat, info, you) {
  if (seat === null) return [h('span', null, t('Other'))];
  return [seatMark(seat), h('bdi', null, seatName(info, seat)), seat === you && h('span', { class: 'tag' }, t('you'))];
}

/** @param {Side[]} sides @param {Info} info @param {number | null} you */
function table(sides, info, you) {
  const [lost, gained, acts] = [t('Lost'), t('Gained'), t('Acts seen')];
  const head = [t('Side'), lost, gained, acts];
  return h(
    'table',
    { class: 'report-table', role: 'table' },
    h('caption', { class: 'visually-hidden' }, t('What each side lost and gained, as far as you could see')),
    h(
      'thead',
      { role: 'rowgroup' },
      h(
        'tr',
        { role: 'row' },
        head.map((text) => h('th', { scope: 'col', role: 'columnheader' }, text)),
      ),
    ),
    h(
      'tbody',
      { role: 'rowgroup' },
      sides
        .filter(({ seat, lost, gained }) => seat !== null || lost.length || gained.length)
        .map((side) =>
          h(
            'tr',
            { role: 'row' },
            h('th', { scope: 'row', role: 'rowheader' }, nameOf(side.seat, info, you)),
            cell(lost, side.lost),
            cell(gained, side.gained),
            h(
              'td',
              { role: 'cell', 'data-label': labelled(acts) },
              String(side.lines.filter(({ event }) => event).length),
            ),
          ),
        ),
    ),
  );
}

/** What stands before a cell where a row is a list. @param {string} label */
const labelled = (label) => t('{name}: {text}', { name: label, text: '' });

/** @param {string} label @param {import("../types").Change[]} changes */
function cell(label, changes) {
  return h(
    'td',
    { role: 'cell', 'data-label': labelled(label) },
    changes.length
      ? changes.map((one) =>
          h(
            'span',
            { class: formOf(one) },
            figures(one),
            h('span', { class: 'visually-hidden' }, `${Math.abs(one.amount)} ${one.name}`),
          ),
        )
      : h('span', { class: 'muted' }, t('none')),
  );
}
