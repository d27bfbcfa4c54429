/**
 * What lies over the map as ordinary elements? A column of tools, the note about the cell under pointer or cursor, the handle of the
 * chosen campaign (`handle.js`), and on a phone the bid and the birthplace (`start_bar.js`).
 */
import { h, icon, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { oncePerFrame } from 'app/rest.js';
import { addCameraButtons } from 'kit/camera_buttons.js';
import { createMinimap, NARROW } from 'kit/minimap.js';
import { keepPresses } from 'kit/over.js';
import { drawing } from 'kit/parts.js';
import { clearPlace } from './clear.js';
import { handOf } from './hand.js';
import { createHandle } from './handle.js';
import { cellLines } from './inspect.js';
import { HEATS } from './keys.js';
import { createLegend, HEAT_NAMES } from './legend.js';
import { clubName, iconPath } from './names.js';
import { campaignsOf } from './orders.js';
import { createSpend } from './spend.js';
import { createStartBar } from './start_bar.js';
import { paintSmall } from './territory.js';

/** @import { Session, Heat } from './session.js' */
/** @import { Hand } from './hand.js' */
/** @import { Stage } from 'kit/mount.js' */

/** Pixels of the longer side of the small map. */
const SMALL_MAP = 150;

/** @param {Element} sign @param {string} label @param {() => void} act */
const tool = (sign, label, act) =>
  h('button', { type: 'button', class: 'hcb-tool', 'aria-label': label, title: label, onclick: act }, sign);

/** @param {Session} session @param {Hand} hand @param {Stage} stage */
function createTools(session, hand, stage) {
  const { state } = session;
  const capital = tool(icon('flag'), `${t('Move the capital')} (C)`, () => hand.toggleCapital());
  const heat = h(
    'select',
    {
      class: 'hcb-heat',
      'aria-label': t('Which influence is shown'),
      title: `${t('Which influence is shown')} (H)`,
      onchange: () => session.change({ heat: /** @type {Heat} */ (heat.value) }),
    },
    HEATS.map((value) => h('option', { value }, HEAT_NAMES[value]())),
  );
  const lens = h('label', { class: 'hcb-tool hcb-lens' }, icon('layers'), heat);
  const letters = tool(icon('map'), `${t('Terrain letters and names of places')} (T)`, () =>
    session.change({ letters: !state.letters }),
  );
  const where = tool(drawing(iconPath('where')), `${t('Show my land')} (W)`, () =>
    /** @type {any} */ (stage.scene).home(true),
  );
  const again = tool(icon('rotate-ccw'), `${t('Play the last round again')} (R)`, () => stage.replay());
  return {
    element: h(
      'div',
      { class: 'hcb-tools', role: 'group', 'aria-label': t('Map tools') },
      capital,
      lens,
      letters,
      where,
      again,
    ),
    show() {
      capital.hidden = !session.canOrder('rounds');
      capital.setAttribute('aria-pressed', String(state.placing));
      lens.hidden = !state.plan;
      lens.classList.toggle('off', state.heat === 'off');
      heat.value = state.heat;
      letters.setAttribute('aria-pressed', String(state.letters));
      where.hidden = !state.frame?.view.me?.alive || !!state.frame.view.auction;
      again.hidden = !state.frame?.events.length;
    },
  };
}

/** What only a referee has: the influence of one club, the sight of one club. @param {Session} session */
function createLenses(session) {
  const { state, host } = session;
  /** @param {string} label @param {string} none @param {(seat: number | null) => void} choose */
  const choice = (label, none, choose) => {
    const select = h(
      'select',
      { 'aria-label': label, onchange: () => choose(select.value === '' ? null : Number(select.value)) },
      h('option', { value: '' }, none),
      host.info.seats.map(({ seat }) => h('option', { value: String(seat) }, clubName(seat, host.info))),
    );
    return { select, row: h('label', null, h('span', null, label), select) };
  };
  const club = choice(t('Influence of'), t('nobody'), (seat) => session.change({ club: seat }));
  const sight = choice(t('Sight of'), t('everybody'), (seat) => session.change({ sight: seat }));
  // On a phone they would cover land: there they open from a button.
  const fold = tool(icon('eye'), t('Influence and sight'), () =>
    fold.setAttribute('aria-expanded', String(fold.getAttribute('aria-expanded') === 'false')),
  );
  fold.classList.add('hcb-lenses-fold');
  fold.setAttribute('aria-expanded', 'false');
  const element = h('div', { class: 'hcb-lenses' }, fold, club.row, sight.row);
  return {
    element,
    show() {
      const knowsAll = state.frame?.view.last_round !== undefined && state.frame.view.you === null;
      element.toggleAttribute('hidden', !knowsAll);
      club.select.value = state.club === null ? '' : String(state.club);
      sight.select.value = state.sight === null ? '' : String(state.sight);
    },
  };
}

/** On a tall board all tools and the buttons of the view open from one, and a press on the map puts them away. @param {Stage} stage */
function createFold({ el, board }) {
  const element = tool(icon('menu'), t('Map tools and view'), () => turn(!el.classList.contains('hcb-opened')));
  element.classList.add('hcb-fold');
  /** @param {boolean} isOpen */
  function turn(isOpen) {
    el.classList.toggle('hcb-opened', isOpen);
    element.setAttribute('aria-expanded', String(isOpen));
    // Words on the map keep clear of what is there now.
    board.redraw(['hints']);
  }
  turn(false);
  const close = () => turn(false);
  el.addEventListener('pointerdown', close);
  return {
    element,
    show() {},
    destroy() {
      el.removeEventListener('pointerdown', close);
      el.classList.remove('hcb-opened');
    },
  };
}

/** The note about a cell. @param {Session} session @param {Stage} stage */
function createNote(session, stage) {
  const { state, host } = session;
  const element = h('div', { class: 'hcb-note', 'aria-hidden': 'true', hidden: true });
  let told = '';
  return {
    element,
    show() {
      const { position } = state;
      // What was only passed by, or done, is not told of; while a campaign is chosen its handle speaks, unless somebody asks of a cell.
      const isTold = !!campaignsOf(state.orders)[state.selected] && session.canOrder('rounds');
      const asked = state.asked ? state.cursor : null;
      const cell = isTold ? asked : (state.hover ?? asked);
      element.hidden = !position || cell === null;
      if (!position || cell === null) return;
      const lines = cellLines(cell, { ...state, position, info: host.info });
      if (told !== lines.join('\n')) {
        told = lines.join('\n');
        replace(element, ...lines.map((line, i) => h('p', { class: i ? '' : 'hcb-place' }, line)));
      }
      const [left, top] = clearPlace(cell, element, { ...state, position }, stage);
      element.style.transform = `translate(${left}px, ${top}px)`;
    },
  };
}

/** On a phone the panel is below: the money is spent well from the foot of the map. @param {Session} session @param {Stage} stage */
function createFoot(session, { el }) {
  const spend = createSpend(session);
  const element = h('div', { class: 'hcb-foot kit-panel' }, spend.element);
  return {
    element,
    show() {
      const { selected, placing } = session.state;
      spend.show({ shown: el.clientWidth < NARROW && selected < 0 && !placing });
      element.hidden = spend.element.hidden;
    },
  };
}

/** The line that says what the next click does. @param {Session} session */
function createPrompt(session) {
  const { state } = session;
  const element = h('p', { class: 'hcb-prompt', hidden: true });
  return {
    element,
    show() {
      const lens = state.plan && state.heat !== 'off' ? HEAT_NAMES[state.heat]() : '';
      const words = state.placing ? t('Choose the cell of your capital. Esc: not after all.') : lens;
      element.hidden = !words;
      setText(element, words);
    },
  };
}

/** @param {Session} session @param {Stage} stage */
export function createOverlay(session, stage) {
  const { el, board } = stage;
  const hand = handOf(session);
  const fold = createFold(stage);
  const parts = [
    fold,
    createTools(session, hand, stage),
    createLenses(session),
    createLegend(session, () => el.clientWidth - board.screen(session.state.position?.chart.width ?? 0, 0)[0]),
    createNote(session, stage),
    createHandle(session, hand, stage),
    createStartBar(session, stage),
    createFoot(session, stage),
    createPrompt(session),
  ];
  const root = h(
    'div',
    { class: 'hcb-overlay' },
    parts.map(({ element }) => element),
  );
  const removeButtons = addCameraButtons(el, board, { clear: 'strip', isFolded: true });
  const minimap = createMinimap(el, board, {
    side: () => SMALL_MAP,
    paint: (ctx, scale) =>
      session.state.position && paintSmall(ctx, scale, session.state.position, board.state.palette),
  });
  keepPresses(root);
  el.append(root);

  const show = oncePerFrame(() => {
    minimap.element.hidden = el.clientWidth < NARROW;
    for (const part of parts) part.show();
  });

  /** A campaign that is chosen beside the map, or by keys, is brought into view. */
  function bringIn() {
    const campaign = campaignsOf(session.state.orders)[session.state.selected];
    if (!campaign) return;
    const [x, y] = [campaign.at[0] + 0.5, campaign.at[1] + 0.5];
    const [left, top] = board.screen(x, y);
    if (left < 0 || top < 0 || left > el.clientWidth || top > el.clientHeight) board.reveal(x, y);
  }

  /** Many changes come in one gesture; the elements are written once for all of them. @param {string[]} [changed] */
  function refresh(changed = []) {
    show();
    if (changed.includes('selected')) bringIn();
    if (changed.includes('frame')) minimap.refresh();
  }
  /** The handle goes by Escape wherever the focus is, a field of the panel too. @param {KeyboardEvent} event */
  function leave(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || session.state.selected < 0) return;
    if (document.querySelector('dialog[open]')) return;
    if (root.contains(document.activeElement)) el.focus({ preventScroll: true });
    session.select(-1);
  }
  document.addEventListener('keydown', leave);
  const stopFollowing = board.watch({ camera: () => refresh() });
  /** What lies over the board takes its new place with the next frame; what stands clear of it comes after. */
  const resized = oncePerFrame(() => refresh());
  window.addEventListener('resize', resized);

  return {
    refresh,
    destroy() {
      window.removeEventListener('resize', resized);
      document.removeEventListener('keydown', leave);
      stopFollowing();
      removeButtons();
      fold.destroy();
      minimap.destroy();
      show.cancel();
      resized.cancel();
      root.remove();
    },
  };
}
