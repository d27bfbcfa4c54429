/**
 * What do my programs print in this match, and which of their runs did not count? The Program tab: updated at every step while it is
 * open. Nobody else can read it; the page has the tab only for persons with a program in this match.
 */
import { get } from 'app/api.js';
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { runnerSelect } from 'match/runners.js';

/** @typedef {{step: number, seat: number, entity: string, void: string, line: number, text: string}} Line */

/**
 * @param {{ match: string, nameStep: (step: number) => string, nameRunner: (entity: string) => string }} config
 */
export function createSaid({ match, nameStep, nameRunner }) {
  const pane = document.getElementById('pane-program');
  /** The newest step whose lines were requested; -1: none. */
  let read = -1;
  /** @type {Line[]} */
  let lines = [];
  const wanted = runnerSelect({ label: t('Whose runs'), none: t('all'), onchoose: draw });
  const onlyVoid = h('input', { type: 'checkbox', onchange: draw });
  const list = h('ol', { class: 'bare said', 'aria-live': 'off' });
  pane?.append(
    h(
      'div',
      { class: 'row said-filter' },
      wanted.element,
      h('label', null, onlyVoid, ' ', t('Only runs that did not count')),
    ),
    list,
  );

  function draw() {
    wanted.show(
      lines.map((line) => line.entity),
      nameRunner,
    );
    const entity = wanted.value();
    const shown = lines.filter((line) => (!entity || line.entity === entity) && (!onlyVoid.checked || line.void));
    replace(
      list,
      ...(shown.length ? shown.map(item) : [h('li', { class: 'muted small' }, t('Nothing was said so far.'))]),
    );
  }

  /** @param {Line} line */
  const item = (line) =>
    h(
      'li',
      null,
      h(
        'small',
        { class: 'muted' },
        [
          nameStep(line.step),
          line.entity && nameRunner(line.entity),
          line.line > 0 && t('Line {line}', { line: line.line }),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
      line.void && h('p', { class: 'bad' }, t('This run did not count: {why}.', { why: line.void })),
      line.text && h('pre', null, line.text),
    );

  /** Loads the new lines; call while the tab is open and the match is at this step. @param {number} step */
  async function show(step) {
    if (!pane || read >= step) return;
    read = step;
    try {
      const ask = () => get(siteUrl(`/matches/${match}/console/`), { wants: ['lines'] });
      lines = (await trying('console', ask, () => show(step))).lines.reverse();
      draw();
    } catch {
      // The next step asks again; lines that were loaded stay.
      read = -1;
    }
  }

  return { show };
}
