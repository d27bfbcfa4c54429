/**
 * What do people write in this match? The chat tab: channels, the lines of the chosen one with their author and step, and a
 * field to write a line. `channels` computes which channels exist.
 *
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("match/channels.js").Channel} Channel
 */
import { byId, h, icon, list, replace, setText } from 'app/dom.js';
import { join, language, listed, t } from 'app/i18n.js';
import { keptJson } from 'app/kept.js';
import { createSaying, folded } from 'app/saying.js';
import { siteUrl } from 'app/site_url.js';
import { ALL, channelOf, channelOfSeats, channels, createMuted, createUnread, lineKey } from 'match/channels.js';
import { askForGroup } from 'match/group.js';
import { seatMark, seatName, stepName } from 'match/seats.js';

const LONGEST = 500;

/**
 * @param {{ match: string, say: null | ((text: string, to: number[]) => Promise<unknown>), isOpen: () => boolean, count?: (unread: number) => void }} config
 * `say` null: read only (replay). `isOpen`: what is in it is before somebody's eyes; `count`: shows the number of unread lines in other channels
 */
export function createChat({ match, say, isOpen, count }) {
  const unread = createUnread();
  const muted = createMuted(match);
  /** @type {{ lines: ChatLine[], info: Info, isOver: boolean } | null} */
  let shown = null;
  let active = ALL;
  /** @type {Channel[]} groups opened here in which nobody has spoken yet */
  const opened = [];
  /** What is typed and not sent stays in this tab: whoever has to log in again finds it. */
  const unsaid = keptJson(`talk.${match}`, { isOfTab: true });
  /** @type {Map<string, string>} channel → what is typed and not sent */
  const typed = new Map(Object.entries(unsaid.read() ?? {}));
  const saying = createSaying(
    (place, text) =>
      (shown?.lines ?? []).filter(
        (line) => channelOf(line) === place && line.seat === shown?.info.you && line.text === text,
      ).length,
  );

  const strip = h('div', { class: 'channels', role: 'tablist', 'aria-label': t('Channels') });
  const group = h(
    'button',
    { type: 'button', class: 'button slim', onclick: openGroup },
    icon('users'),
    t('New group'),
  );
  const mute = h('button', { type: 'button', class: 'button slim', onclick: toggleMute });
  const acts = h('div', { class: 'row channel-acts' }, group, mute);
  const who = h('p', { class: 'muted small chat-room' });
  const empty = h('p', { class: 'muted small' }, t('Nobody has said anything yet.'));
  const papers = h('div', { class: 'chat-papers' });
  const problem = h('p', { class: 'problem small', role: 'alert', id: 'chat-problem', hidden: true });
  const field = h('input', {
    type: 'text',
    maxlength: String(LONGEST),
    autocomplete: 'off',
    'aria-label': t('Say something'),
    'aria-describedby': 'chat-problem',
    placeholder: t('Say something'),
  });
  const form = h(
    'form',
    { class: 'line-form' },
    field,
    h('button', { class: 'button slim', 'aria-label': t('Send'), title: t('Send') }, icon('send')),
  );
  replace(byId('pane-chat'), strip, acts, who, empty, papers, problem, form);

  field.value = typed.get(active) ?? '';
  field.addEventListener('input', () => type(active, field.value));
  form.addEventListener('submit', send);
  strip.addEventListener('keydown', move);

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const text = folded(field.value);
    const channel = known().find(({ key }) => key === active);
    if (!text || !say || !shown || !channel) return;
    const { you } = shown.info;
    const others = channel.members.filter((seat) => seat !== you);
    try {
      if (await saying.say(channel.key, text, () => say(text, others))) isSaid(channel.key, text);
    } catch (error) {
      // Keep the text in the field, unless it turns out that the server has received it.
      setText(problem, /** @type {Error} */ (error).message);
      problem.hidden = false;
      takeBack();
    }
  }

  /** @param {string} key @param {string} text typed into that channel */
  function type(key, text) {
    if (text) typed.set(key, text);
    else typed.delete(key);
    unsaid.write(typed.size ? Object.fromEntries(typed) : null);
  }

  /** @param {string} key @param {string} text */
  function isSaid(key, text) {
    type(key, '');
    if (active !== key) return;
    if (folded(field.value) === text) field.value = '';
    problem.hidden = true;
  }

  function takeBack() {
    for (const { place, text } of saying.heard()) isSaid(place, text);
  }

  async function openGroup() {
    if (!shown) return;
    const seats = await askForGroup(shown.info);
    if (!seats || shown.info.you === null) return;
    const channel = channelOfSeats([shown.info.you, ...seats]);
    opened.push(channel);
    choose(channel.key);
    field.focus();
  }

  function toggleMute() {
    muted.set(active, !muted.all.has(active));
    draw();
  }

  /** @param {string} key */
  function choose(key) {
    type(active, field.value);
    active = key;
    field.value = typed.get(key) ?? '';
    problem.hidden = true;
    if (isOpen()) unread.read(key);
    draw();
    toEnd();
    strip.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  function move(event) {
    const keys = known().map(({ key }) => key);
    const at = keys.indexOf(active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: keys.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(keys[(to + keys.length) % keys.length]);
    /** @type {HTMLElement | null} */ (strip.querySelector('[aria-selected=true]'))?.focus();
  }

  const canWrite = () => say !== null && shown !== null && !shown.isOver;
  const known = () => (shown ? channels({ info: shown.info, lines: shown.lines, opened, canWrite: canWrite() }) : []);

  function draw() {
    if (!shown) return;
    const all = known();
    if (!all.some(({ key }) => key === active)) active = ALL;
    const isMany = all.length > 1;
    strip.hidden = !isMany;
    acts.hidden = !isMany;
    group.hidden = !canWrite() || shown.info.press !== 'full' || shown.info.you === null || shown.info.seats.length < 3;
    drawMute();
    list(strip, all, ({ key }) => key, newTab, drawTab);
    drawPapers(all, isMany);
    setText(who, readers(/** @type {Channel} */ (all.find(({ key }) => key === active)), shown));
    form.hidden = !mayWrite();
    drawCount();
  }

  /** Should the field be shown? The server decides whether a line is accepted. */
  function mayWrite() {
    if (!shown || !say) return false;
    const { info, isOver } = shown;
    if (active !== ALL) return !isOver;
    return isOver || info.you === null || info.press !== 'none';
  }

  function drawMute() {
    const isMuted = muted.all.has(active);
    mute.hidden = !canWrite();
    mute.setAttribute('aria-pressed', String(isMuted));
    replace(mute, icon(isMuted ? 'volume-x' : 'volume-2'), isMuted ? t('Muted') : t('Mute'));
  }

  /** @param {Channel} channel */
  function newTab({ key }) {
    return h('button', {
      type: 'button',
      role: 'tab',
      id: `channel-${key}`,
      'aria-controls': `lines-${key}`,
      onclick: () => choose(key),
    });
  }

  /** @param {Element} element @param {Channel} channel */
  function drawTab(element, { key, members }) {
    if (!shown) return;
    const { info } = shown;
    const others = members.filter((seat) => seat !== info.you);
    const n = unread.of(key);
    const isMuted = muted.all.has(key);
    element.setAttribute('aria-selected', String(key === active));
    /** @type {HTMLElement} */ (element).tabIndex = key === active ? 0 : -1;
    element.setAttribute('title', listed(others.map((seat) => seatName(info, seat))) || t('All'));
    const face = JSON.stringify([others.map((seat) => seatName(info, seat)), n, isMuted]);
    if (element.getAttribute('data-face') === face) return;
    element.setAttribute('data-face', face);
    replace(
      element,
      others.length ? others.map(seatMark) : icon('users'),
      others.length > 1
        ? h('span', { class: 'visually-hidden' }, listed(others.map((seat) => seatName(info, seat))))
        : h('span', { class: 'channel-name' }, others.length ? seatName(info, others[0]) : t('All')),
      isMuted && icon('volume-x'),
      n > 0 && h('span', { class: isMuted ? 'count quiet' : 'count', 'aria-label': t('{n} new', { n }) }, String(n)),
    );
  }

  /** One list for each channel, so that a screen reader hears only what is new in the open one. @param {Channel[]} all @param {boolean} isMany */
  function drawPapers(all, isMany) {
    list(
      papers,
      all,
      ({ key }) => key,
      newPaper,
      (element, { key }) => {
        /** @type {HTMLElement} */ (element).hidden = key !== active;
        // With a single channel there are no tabs, so this is no tab panel.
        if (isMany) element.setAttribute('role', 'tabpanel');
        else element.removeAttribute('role');
        const lines = (shown?.lines ?? []).filter((line) => channelOf(line) === key);
        list(/** @type {Element} */ (element.firstElementChild), lines, lineKey, newLine, nameLine);
        if (key === active) empty.hidden = lines.length > 0;
      },
    );
  }

  /** @param {Channel} channel */
  function newPaper({ key }) {
    const lines = h('ol', { class: 'bare', 'aria-live': 'polite', 'aria-relevant': 'additions' });
    const label = { 'aria-labelledby': `channel-${key}`, id: `lines-${key}`, tabindex: '0' };
    return h('div', { class: 'chat-lines', ...label }, lines);
  }

  /** @param {ChatLine} line */
  function newLine(line) {
    const { info } = /** @type {NonNullable<typeof shown>} */ (shown);
    const said = new Date(line.at);
    return h(
      'li',
      null,
      line.seat !== null && seatMark(line.seat),
      h('b', null),
      line.staff && h('span', { class: 'tag staff' }, t('staff')),
      line.bot && h('span', { class: 'tag' }, t('bot')),
      h(
        'time',
        { class: 'muted', datetime: said.toISOString(), title: said.toLocaleString(language()) },
        stepName(info, line.step),
      ),
      h('bdi', { class: 'chat-text' }, line.text),
      mayReport(line, info) && reportLink(line),
    );
  }

  /** @param {ChatLine} line @param {Info} info */
  function mayReport(line, info) {
    const isPerson = document.documentElement.hasAttribute('data-account');
    return isPerson && (line.seat === null || line.seat !== info.you);
  }

  /** @param {ChatLine} line */
  function reportLink(line) {
    const named = new URLSearchParams({ room: line.room, to: line.to.join(','), number: String(line.number) });
    const label = t('Report');
    // Opens in a new tab, because drafts of this page must not be lost.
    const opens = {
      title: t('Report this line to staff'),
      href: siteUrl(`/matches/${match}/report/?${named}`),
      target: '_blank',
      rel: 'noopener',
    };
    return h('a', { class: 'chat-report', 'aria-label': label, ...opens }, icon('flag'));
  }

  /** Names that were hidden are known after the end. @param {Element} element @param {ChatLine} line */
  function nameLine(element, line) {
    const { info } = /** @type {NonNullable<typeof shown>} */ (shown);
    const name = line.name || (line.seat === null ? '' : seatName(info, line.seat));
    setText(/** @type {Element} */ (element.querySelector('b')), name);
  }

  const drawCount = () => count?.(unread.total(muted.all));

  function toEnd() {
    const paper = papers.querySelector('.chat-lines:not([hidden])');
    if (paper) paper.scrollTop = paper.scrollHeight;
  }

  function read() {
    unread.read(active);
    draw();
    toEnd();
  }

  // What came while nobody looked is read when somebody does.
  document.addEventListener('visibilitychange', () => shown && isOpen() && read());

  return {
    /** @param {ChatLine[]} lines all that are known, in order @param {Info} info @param {boolean} isOver */
    show(lines, info, isOver) {
      shown = { lines, info, isOver };
      const fresh = unread.take(lines, { you: info.you, open: isOpen() ? active : null });
      takeBack();
      draw();
      if (fresh.has(active)) toEnd();
    },
    read,
  };
}

/** Who reads a channel, in one sentence. @param {Channel} channel @param {{ info: Info, isOver: boolean }} shown */
function readers({ members }, { info, isOver }) {
  if (members.length) {
    const others = members.filter((seat) => seat !== info.you).map((seat) => seatName(info, seat));
    const names = join([...others, t('you')]);
    return isOver
      ? t('Private: only {names} may ever read this.', { names })
      : t('Private: only {names} read this.', { names });
  }
  if (isOver) return t('Everybody reads this.');
  if (info.you === null) return t('Spectators read this; players can read it after the end.');
  return info.press === 'none'
    ? t('At this table players do not talk while the match runs.')
    : t('The seats of this match read this.');
}
