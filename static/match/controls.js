/**
 * What can be done about the match itself? The Table tab: votes with their tallies, resigning, letting others watch,
 * shortcuts, the link. And the notices under the top bar: line lost, bot at my seat, votes of others, pause, late spectators.
 *
 * @typedef {ReturnType<typeof import("match/store.js").createStore>["state"]} State
 * @typedef {(type: string, fields?: Record<string, unknown>) => Promise<unknown>} Send
 */
import { byId, h, icon, list, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { createAbsences, isOnOffer, isReplaceable } from 'match/absences.js';
import { formatTime } from 'match/clock.js';
import { ask } from 'match/dialogs.js';
import { isKnockedOut } from 'match/knocked_out.js';
import { proposalNotices, showVotes, wayOn } from 'match/proposals.js';
import { isAgainstBots, isAlone } from 'match/seats.js';
import { wayBackNotices } from 'match/way_back.js';

/** Copies a link; tells the button's own words. @param {HTMLElement} button @param {string} url */
export async function copyLink(button, url) {
  try {
    await navigator.clipboard.writeText(url);
    replace(button, icon('check'), t('Link copied'));
  } catch {
    // The browser refuses the clipboard: show the link to be copied by hand.
    replace(button, url);
  }
}

/**
 * @param {{ canTake: boolean, send: Send, now: () => number, fork: HTMLElement, asking: HTMLElement, fail: (error: Error) => void, keys: () => void, showResult: () => void, misses: number, openTable: () => void }} config `misses`: deadlines in a row before a bot plays
 */
export function createControls({ canTake, send, now, fork, asking, fail, keys, showResult, misses, openTable }) {
  let duel = false;
  const votes = h('div', { class: 'votes' });
  const share = h(
    'button',
    { type: 'button', class: 'button slim', onclick: () => copyLink(share, location.href.split(/[?#]/)[0]) },
    icon('link'),
    t('Copy the link to watch'),
  );
  const watchable = h('input', { type: 'checkbox', onchange: () => act('watchable', { value: watchable.checked }) });
  const watchableLine = h(
    'label',
    { class: 'check' },
    watchable,
    h('span', null, t('Spectators may watch from my seat'), h('span', { class: 'help small muted' })),
  );
  /** Against bots alone: one press lets in whoever has the link, another closes it. */
  const door = h('button', {
    type: 'button',
    class: 'button slim',
    onclick: async () => {
      const isOpening = !watchable.checked;
      await act('watchable', { value: isOpening });
      if (isOpening) await copyLink(share, location.href.split(/[?#]/)[0]);
    },
  });
  const doorLine = h('div', { class: 'door' }, door, h('p', { class: 'help small muted' }));
  const resign = h(
    'button',
    { type: 'button', class: 'button slim danger', onclick: giveUp },
    icon('flag'),
    t('Resign'),
  );
  /** Where the eyes are chosen once the match is over. */
  const eyes = h('div');
  const result = h(
    'button',
    { type: 'button', class: 'button slim', onclick: showResult },
    icon('trophy'),
    t('Result'),
  );
  // In a page of its own: whoever reads does not leave the match.
  const guide = h('a', { class: 'button slim', target: '_blank', rel: 'noopener' }, icon('scroll-text'), t('Rules'));
  const fair = h('a', { class: 'button slim', target: '_blank', rel: 'noopener' }, icon('lock'), t('Fair luck'));
  const said = h('a', { class: 'button slim', hidden: true }, icon('scroll-text'), t('What my programs said'));
  const facts = h('p', { class: 'small muted' });
  const absences = createAbsences({ canTake, act, fail, now });
  const substitute = h(
    'button',
    { type: 'button', class: 'button slim', onclick: absences.askSubstitute },
    icon('user-plus'),
    t('Ask for a substitute'),
  );
  const days = h('input', { type: 'number', id: 'vacation-days', min: 1, value: '1', required: true });
  const daysLeft = h('span', { class: 'small muted' });
  const vacation = h(
    'form',
    { class: 'row', hidden: true, onsubmit: takeVacation },
    h('label', { for: 'vacation-days' }, t('Days of vacation')),
    days,
    h('button', { class: 'button slim' }, icon('calendar-clock'), t('Take them')),
    daysLeft,
  );
  replace(
    byId('pane-table'),
    eyes,
    absences.element,
    votes,
    vacation,
    watchableLine,
    doorLine,
    asking,
    h(
      'div',
      { class: 'row' },
      result,
      fork,
      share,
      h('button', { type: 'button', class: 'button slim', onclick: keys }, icon('keyboard'), t('Keys')),
      guide,
      fair,
      said,
      substitute,
      resign,
    ),
    facts,
  );

  /** @param {string} type @param {Record<string, unknown>} [fields] */
  async function act(type, fields) {
    try {
      await send(type, fields);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  }

  /** @type {import("match/proposals.js").Vote} */
  const vote = (kind, value) => act('vote', { kind, value });

  /** @param {Event} event */
  async function takeVacation(event) {
    event.preventDefault();
    const isSure = await ask(
      t('Take vacation?'),
      t('The deadline of this step moves by that many days for everybody. This cannot be undone.'),
      t('Take them'),
    );
    if (isSure) await act('vacation', { days: days.valueAsNumber });
  }

  async function giveUp() {
    const isSure = await ask(
      t('Resign?'),
      duel
        ? t('The match ends at once, and the other side wins it. This cannot be undone.')
        : t(
            'Your seat ends with this step, and nobody learns of it before. The others play on. This cannot be undone.',
          ),
      t('Resign'),
    );
    if (isSure) await act('resign');
  }

  /** @param {State} state */
  function showTable({ match, info, status }) {
    if (!info || !status) return;
    const mine = status.seats.find((seat) => seat.seat === info.you);
    const isOn = status.status === 'running' || status.status === 'paused';
    const isPlaying = isOn && mine !== undefined && !mine.resigned;
    guide.href = siteUrl(`/games/${info.game}/`);
    fair.href = siteUrl(`/matches/${match}/fairness/`);
    fair.hidden = info.kind === 'lesson';
    said.href = siteUrl(`/matches/${match}/console/`);
    said.hidden = info.you === null || !info.seats.some((seat) => seat.program);
    resign.hidden = !isPlaying;
    substitute.hidden = mine?.autopilot !== '' || !isOnOffer(info, status);
    asking.hidden = !isPlaying;
    result.hidden = isOn && !isKnockedOut(info, status);
    // While it goes on, a table that only its link opens is shown to those who sit at it, unless one plays against bots and lets others in.
    const hasDoor = isPlaying && !info.public && !info.anonymous && isAgainstBots(info);
    const isOpen = hasDoor && mine.watchable;
    share.hidden = info.kind === 'sandbox' || info.kind === 'lesson' || (isOn && !info.public && !isOpen);
    doorLine.hidden = !hasDoor;
    replace(
      door,
      icon(isOpen ? 'lock' : 'eye'),
      isOpen ? t('Close it to watchers') : t('Let others watch by the link'),
    );
    setText(
      /** @type {Element} */ (doorLine.querySelector('.help')),
      isOpen
        ? t('Whoever has the link sees what your seat sees. {delay}', { delay: delayed(info.spectator_delay) })
        : t('Nobody else sees this match now.'),
    );
    const left = mine?.vacation ?? 0;
    vacation.hidden = !isPlaying || !left || !status.waiting.includes(mine.seat);
    days.max = String(left);
    setText(daysLeft, tn('{n} day left', '{n} days left', left));
    watchableLine.hidden = !isPlaying || info.anonymous || hasDoor;
    setText(/** @type {Element} */ (watchableLine.querySelector('.help')), delayed(info.spectator_delay));
    watchable.checked = mine?.watchable ?? false;
    duel = info.seats.length === 2;
    showVotes(votes, info, status, isPlaying, vote);
    absences.show(match, info, status);
    const pace = { step: formatTime(info.step_seconds * 1000), bank: formatTime(info.bank_seconds * 1000) };
    const speed = info.bank_seconds ? t('{step} a step, {bank} in reserve', pace) : t('{step} a step', pace);
    const rules = t('rules {version}', { version: info.rules_version });
    setText(
      facts,
      [isAlone(info) || info.clock === 'none' ? t('No clock') : speed, ...tableFacts(info), rules].join(' · '),
    );
  }

  /**
   * Everything that needs to be known before anything else.
   * @param {{ state: State, line: string, taken: number | null, isCut: boolean, extra: { key: string, text: string, bad?: boolean }[] }} shown
   */
  function showNotices({ state, line, taken, isCut, extra }) {
    const { info, status } = state;
    /** @type {{ key: string, text: string, bad?: boolean, button?: string, press?: () => void, choices?: import("match/proposals.js").Choice[], link?: { href: string, text: string } }[]} */
    const notices = [];
    if (line === 'offline')
      notices.push({
        key: 'offline',
        bad: true,
        text: t('The connection is lost; trying again. What you change now is kept and sent when it is back.'),
      });
    else if (line === 'stranger') notices.push(strangerNotice(taken));
    else if (line === 'barred')
      notices.push({
        key: 'stranger',
        bad: true,
        text: t('You no longer have access to this site. Reload the page to read why.'),
        link: { href: hereToo(), text: t('Load the page anew') },
      });
    else if (isCut)
      notices.push({
        key: 'cut',
        bad: true,
        text: t('The site cannot show this match just now; trying again. What you see may be out of date.'),
      });
    notices.push(...extra);
    if (info && status) {
      const mine = status.seats.find((seat) => seat.seat === info.you);
      const isOn = status.status === 'running' || status.status === 'paused';
      if (isOn && mine?.autopilot)
        notices.push({
          key: 'bot',
          text: botText(mine.missed ?? 0, misses, isReplaceable(info, status)),
          button: t('Take my seat back'),
          press: () => act('return'),
        });
      if (isOn && mine?.missed && !mine.autopilot)
        notices.push({
          key: 'missed',
          text: missedText(mine.missed, isAlone(info) ? 0 : misses - mine.missed, isReplaceable(info, status)),
          button:
            info.clock === 'slow' ? wayOut(status.waiting.includes(mine.seat) ? (mine.vacation ?? 0) : 0) : undefined,
          press: openTable,
          choices: isOnOffer(info, status)
            ? [{ text: t('Ask for a substitute'), press: absences.askSubstitute }]
            : undefined,
        });
      if (status.goes_on)
        notices.push({
          key: 'goes_on',
          text: t('Staff have set this match back: it continues from an earlier step.'),
          link: { href: siteUrl(`/matches/${status.goes_on}/`), text: t('To the match') },
        });
      else if (status.held)
        notices.push({
          key: 'held',
          text: t('The site has paused this match; staff will let it go on. Nobody loses time.'),
        });
      else if (status.status === 'paused')
        notices.push({
          key: 'paused',
          text: t('The match is paused. Nobody loses time.'),
          choices: mine && !mine.resigned ? wayOn(status, vote) : [],
        });
      if (mine?.resigned && isOn)
        notices.push({ key: 'resigned', text: t('You have resigned. The others play on; you may watch.') });
      if (isOn && mine && !mine.resigned) notices.push(...proposalNotices(info, status, vote));
      if (mine && !mine.resigned) notices.push(...absences.notices(info, status));
      if (isOn && mine)
        notices.push(...wayBackNotices(() => byId('notices').querySelector('[data-key^=way_back]')?.remove()));
    }
    list(
      byId('notices'),
      notices,
      // All that is shown: what has another button is another notice.
      ({ key, text, button = '', choices = [] }) =>
        [key, text, button, ...choices.map((choice) => choice.text)].join(' '),
      (notice) =>
        h(
          'p',
          { class: `match-notice${notice.bad ? ' bad' : ''}` },
          h('span', null, notice.text),
          notice.button && h('button', { type: 'button', class: 'button slim', onclick: notice.press }, notice.button),
          notice.choices?.map(({ text, press }) =>
            h('button', { type: 'button', class: 'button slim', onclick: press }, text),
          ),
          notice.link && h('a', { class: 'button slim', href: notice.link.href }, notice.link.text),
        ),
    );
  }

  return { showTable, showNotices, eyes };
}

/** The page was made for somebody who is not logged in here any more. @param {number | null} taken who is, if anybody */
const strangerNotice = (taken) =>
  taken === null
    ? {
        key: 'stranger',
        bad: true,
        text: t('You are no longer logged in here. Log in to go on; orders that were not sent are kept in this tab.'),
        link: { href: siteUrl(`/accounts/login/?next=${encodeURIComponent(hereToo())}`), text: t('Log in') },
      }
    : {
        key: 'stranger',
        bad: true,
        text: t('Somebody else is logged in here now. Nothing from this page is sent any more.'),
        link: { href: hereToo(), text: t('Load the page anew') },
      };

const hereToo = () => location.pathname + location.search;

/** How the table lets people talk, and whether it hides them. @param {import("../types").MatchInfo} info */
function tableFacts(info) {
  const talk = {
    none: t('Talk: none between players'),
    public: t('Talk: one channel for all'),
    full: t('Talk: private channels too'),
  };
  const kinds = {
    ordinary: info.rated ? [t('Rated')] : [],
    hot_seat: [t('Hot seat')],
    sandbox: [t('Sandbox')],
    lesson: [t('Lesson')],
  };
  if (info.kind !== 'ordinary') return kinds[info.kind];
  return [...kinds.ordinary, talk[info.press], ...(info.anonymous ? [t('Names are hidden until the end')] : [])];
}

/** @param {number} steps */
const delayed = (steps) =>
  steps ? tn('Spectators are {n} step late.', 'Spectators are {n} steps late.', steps) : t('Spectators are not late.');

/** What the table offers to somebody who has too little time. @param {number} vacation days that the seat may take now */
const wayOut = (vacation) => (vacation ? t('More time, or vacation') : t('More time'));

/** Why a bot plays the reader's seat. @param {number} missed deadlines in a row @param {number} most after as many a bot comes @param {boolean} isOffered to others */
function botText(missed, most, isOffered) {
  if (missed >= most) return t('A bot plays your seat, because you missed several deadlines.');
  return isOffered
    ? t('A bot plays your seat. Somebody else may take it over while you are away from this match.')
    : t('A bot plays your seat until you take it back.');
}

/** @param {number} missed deadlines in a row @param {number} left how many more until a bot plays; 0: none ever will @param {boolean} isOffered then to others */
function missedText(missed, left, isOffered) {
  const told = tn('You missed the last deadline.', 'You missed the last {n} deadlines.', missed);
  if (left <= 0) return told;
  if (!isOffered)
    return `${told} ${tn('If you miss the next one, a bot plays your seat.', 'If you miss {n} more in a row, a bot plays your seat.', left)}`;
  return `${told} ${tn(
    'If you miss the next one, a bot plays your seat, and somebody else may take it over.',
    'If you miss {n} more in a row, a bot plays your seat, and somebody else may take it over.',
    left,
  )}`;
}
