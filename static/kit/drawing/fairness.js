/** Are the starts equally good? Asks the site to have equal bots play on a map that is kept, and tells what came of it so far. */
import { get, post, request } from 'app/api.js';
import { h, list, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { LETTERS } from 'app/seat_mark.js';
import { siteUrl } from 'app/site_url.js';
import { trying as told } from 'app/trouble.js';

/** @typedef {import('kit/workshop/store.js').Store} Store */
/** @typedef {{wins: number, low: number, high: number, verdict: '' | 'even' | 'better' | 'worse'}} Start */
/** @typedef {{status: string, matches?: number, starts?: Start[], steps?: number | null, minutes?: number | null, name?: string, is_current?: boolean, is_rated?: boolean, refusal?: {message: string} | null}} Check */

const ASK_EVERY = 1000;
const ACTIVE = ['waiting', 'running'];

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)}\u00a0%`;

/** How a start does, in a sentence. @param {Start} start @param {number} i @param {number} matches */
function line({ wins, low, high, verdict }, i, matches) {
  const facts = {
    start: LETTERS[i] ?? `${i + 1}`,
    wins: Math.round(wins),
    n: matches,
    low: percent(low),
    high: percent(high),
  };
  if (verdict === 'better')
    return t('Start {start} is better: it wins {wins} of {n}, probably {low} to {high}.', facts);
  if (verdict === 'worse') return t('Start {start} is worse: it wins {wins} of {n}, probably {low} to {high}.', facts);
  return t('Start {start} wins {wins} of {n}, probably {low} to {high}.', facts);
}

/** What a check has found, in sentences. @param {Check} check @returns {string[]} */
export function sentencesOf({
  status,
  matches = 0,
  starts = [],
  steps,
  minutes,
  name = '',
  is_current: isCurrent,
  is_rated: isRated,
  refusal,
}) {
  const rated = isRated ? [t('Rated matches can be played on this map.')] : [];
  if (status === 'none') return rated;
  if (refusal) return [refusal.message];
  const isActive = ACTIVE.includes(status);
  const first = tn('{n} match between equal bots ({name}).', '{n} matches between equal bots ({name}).', matches, {
    name,
  });
  const found = [isActive ? t('{text} It goes on …', { text: first }) : first];
  if (isCurrent === false) found.push(t('The map has changed since.'));
  const judged = starts.filter(({ verdict }) => verdict);
  if (judged.length && !isActive && judged.every(({ verdict }) => verdict === 'even'))
    found.push(t('No start is clearly better or worse than the others.'));
  found.push(...judged.map((start, i) => line(start, i, matches)));
  if (steps && minutes)
    found.push(
      t('A match lasts about {steps} steps; people need about {minutes} minutes for as many.', {
        steps: Math.round(steps),
        minutes,
      }),
    );
  return [...found, ...rated];
}

/** @param {Store} store */
export function createFairness(store) {
  const button = h('button', { type: 'button', class: 'button slim', onclick: act }, t('Have bots play on it'));
  const why = h('p', { class: 'small muted' });
  const said = h('p', { class: 'small bad', role: 'status' });
  const lines = h('ul', { class: 'draw-facts' });
  const element = h(
    'section',
    { class: 'build-part', 'aria-labelledby': 'draw-fair' },
    h('header', null, h('h3', { id: 'draw-fair' }, t('Is it fair, and how long?')), button),
    why,
    said,
    lines,
  );
  /** Of which map the check is, and how it stands. @type {{id: number | null, check: Check}} */
  let known = { id: null, check: { status: 'none' } };
  let wasUnsaved = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  const address = (/** @type {number} */ id) => siteUrl(`/api/builds/${id}/fairness/`);
  const isActive = () => ACTIVE.includes(known.check.status);

  /** Takes over how a check stands, if its map is still on the board. @param {number} id @param {() => Promise<any>} ask */
  async function look(id, ask) {
    clearTimeout(asking);
    try {
      const check = await told('fairness', ask, () => look(id, ask));
      if (known.id !== id) return;
      known.check = check;
      setText(said, '');
    } catch (error) {
      if (known.id !== id) return;
      setText(said, /** @type {Error} */ (error).message);
      known.check = { status: 'none' };
    }
    show();
    if (isActive()) asking = setTimeout(() => look(id, () => get(address(id), { wants: ['status'] })), ASK_EVERY);
  }

  function act() {
    const one = store.keptNow();
    if (!one || button.getAttribute('aria-disabled') === 'true') return;
    if (!isActive()) return look(one.id, () => post(address(one.id), {}, { wants: ['status'] }));
    return look(one.id, async () => {
      await request('DELETE', address(one.id), undefined, { wants: 'nothing' });
      return get(address(one.id), { wants: ['status'] });
    });
  }

  function whyNot() {
    if (isActive()) return '';
    if (!store.keptNow() || store.isUnsaved()) return t('Save the map first.');
    return store.state.faults?.length ? t('First mend what is wrong.') : '';
  }

  function show() {
    const reason = whyNot();
    setText(why, reason || t('Equal bots play on it for up to two minutes, one from each start.'));
    button.setAttribute('aria-disabled', String(reason !== ''));
    setText(button, isActive() ? t('Stop') : t('Have bots play on it'));
    list(
      lines,
      sentencesOf({ ...known.check, is_rated: known.check.is_rated && !store.isUnsaved() }),
      (text) => text,
      (text) => h('li', null, text),
    );
  }
  store.onChange(() => {
    const id = store.keptNow()?.id ?? null;
    element.hidden = !store.page.is_known;
    const isNew = id !== known.id;
    if (isNew) {
      known = { id, check: { status: 'none' } };
      setText(said, '');
    }
    const isSaved = wasUnsaved && !store.isUnsaved();
    if (id !== null && store.page.is_known && (isNew || isSaved))
      look(id, () => get(address(id), { wants: ['status'] }));
    wasUnsaved = store.isUnsaved();
    show();
  });
  return element;
}
