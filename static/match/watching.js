/**
 * Through whose eyes does somebody who has no seat look, and how late? The choice stands above the board as long as the match goes on; afterwards
 * everybody may look through all eyes. Before anything may be shown, a picture of the game says when it will be.
 *
 * @typedef {import("../types").Audience} Audience
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {import("match/store.js").State} State
 */
import { byId, h, icon, replace, setText } from 'app/dom.js';
import { language, t, tn } from 'app/i18n.js';
import { isOver } from 'match/due.js';
import { seatName } from 'match/seats.js';

/** Greatest wait that is told as a time of the day alone. */
const A_DAY = 86_400_000;

/**
 * What may be watched, the best first: `late` is the number of steps by which it is shown late.
 * @param {Info} info @param {Status} status @returns {{ as: Audience, late: number }[]}
 */
export function viewsOf(info, status) {
  if (isOver(status))
    return [
      { as: 'referee', late: 0 },
      { as: 'public', late: 0 },
      ...info.seats.map(({ seat }) => ({ as: seat, late: 0 })),
    ];
  const truth = info.truth_delay ?? null;
  /** @type {{ as: Audience, late: number }[]} */
  const views = truth === null ? [] : [{ as: 'referee', late: truth }];
  views.push({ as: 'public', late: info.spectator_delay });
  for (const { seat, watchable } of status.seats)
    if (watchable) views.push({ as: seat, late: info.spectator_delay });
    else if (truth !== null) views.push({ as: seat, late: truth });
  return views;
}

/** A view by its name and how late it is. @param {{ as: Audience, late: number }} view @param {Info} info */
function nameOf({ as, late }, info) {
  const name =
    as === 'referee'
      ? t('everything')
      : as === 'public'
        ? info.has_fog
          ? t('what everybody knows')
          : t('everything')
        : t('as {name}', { name: seatName(info, Number(as)) });
  return late ? tn('{what}, {n} step late', '{what}, {n} steps late', late, { what: name }) : name;
}

/**
 * When the first position is shown at the latest if nobody uses a reserve; null: it waits for people without a clock.
 * @param {Info} info @param {number} late
 */
export function firstShownAt({ clock, started_at: began, step_seconds: seconds }, late) {
  return clock === 'none' || !began ? null : began + late * seconds * 1000;
}

/**
 * @param {{ watchAs: (as: Audience) => void, now: () => number, home: HTMLElement }} config `home`: where the choice stands for who has a seat
 */
export function createWatching({ watchAs, now, home }) {
  const bar = byId('watching');
  const wait = byId('watch-wait');
  const view = h('select', {
    id: 'watch-as',
    onchange: () => watchAs(/^\d+$/.test(view.value) ? Number(view.value) : /** @type {Audience} */ (view.value)),
  });
  const line = h('p', { class: 'row watch-line' }, icon('eye'), h('label', { for: 'watch-as' }, t('You watch')), view);
  const why = h('span', { class: 'watch-why small muted' });

  /** @param {Info} info @param {Status} status @param {Audience} audience */
  function showChoice(info, status, audience) {
    const over = isOver(status);
    const isStranger = info.you === null;
    const views = viewsOf(info, status);
    if (!views.some(({ as }) => as === audience) && isStranger && audience !== null)
      views.push({ as: audience, late: info.spectator_delay });
    const options = views.map((one) => [String(one.as), nameOf(one, info)]);
    const key = JSON.stringify(options);
    if (view.dataset.options !== key) {
      view.dataset.options = key;
      replace(view, ...options.map(([value, text]) => h('option', { value }, text)));
    }
    view.value = String(audience);
    const place = isStranger ? bar : home;
    if (line.parentElement !== place) place.prepend(line);
    line.hidden = !isStranger && !over;
    bar.hidden = !isStranger;
    setText(why, isStranger && !over ? whatIsHidden(info, status) : '');
    if (isStranger && why.parentElement !== bar) bar.append(why);
  }

  /** Says what is not to be had before the end. @param {Info} info @param {Status} status */
  function whatIsHidden(info, { seats }) {
    if (!info.has_fog || (info.truth_delay ?? null) !== null) return '';
    return seats.some(({ watchable }) => watchable)
      ? t('What else is hidden is shown when the match is over.')
      : t('No seat lets you watch; what is hidden is shown when the match is over.');
  }

  /** @param {Info} info @param {Status} status @param {State} state */
  function showWait(info, status, { audience, newest }) {
    const late = viewsOf(info, status).find(({ as }) => as === audience)?.late ?? info.spectator_delay;
    const isWaiting = info.you === null && newest === null && !isOver(status) && late > 0;
    wait.hidden = !isWaiting;
    if (!isWaiting) return;
    byId('board-wait').hidden = true;
    setText(
      /** @type {Element} */ (wait.querySelector('.watch-wait-what')),
      tn('Nothing to see yet: the board is {n} step late.', 'Nothing to see yet: the board is {n} steps late.', late),
    );
    setText(/** @type {Element} */ (wait.querySelector('.watch-wait-when')), whenWords(info, status, late));
  }

  /** @param {Info} info @param {Status} status @param {number} late */
  function whenWords(info, status, late) {
    if (status.status === 'paused') return t('The match is paused. Nobody loses time.');
    const at = firstShownAt(info, late);
    if (at === null)
      return tn('It begins when {n} step has been played.', 'It begins when {n} steps have been played.', late);
    const left = at - now();
    if (left < 0) return t('It begins any moment.');
    const time = new Intl.DateTimeFormat(language(), {
      ...(left > A_DAY ? { dateStyle: 'medium' } : {}),
      timeStyle: 'short',
    }).format(new Date(at));
    return t('It begins about {time}, sooner if all are quick.', { time });
  }

  return {
    /** @param {State} state */
    show(state) {
      const { info, status, audience } = state;
      if (!info || !status) return;
      showChoice(info, status, audience);
      showWait(info, status, state);
    },
  };
}
