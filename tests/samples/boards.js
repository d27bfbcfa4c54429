/** What of the kit moves on a board, or lies over one? By module and name: tracks that are played, and what is added to a board of its own. */
import { h } from 'app/dom.js';
import { actorFrom, actorsTrack } from 'kit/actors.js';
import { addCameraButtons } from 'kit/camera_buttons.js';
import { offerLegend } from 'kit/legend.js';
import { blaze, resonance } from 'kit/light.js';
import { createMenu } from 'kit/menu.js';
import { createMinimap } from 'kit/minimap.js';
import { pointAt, pointAtElement } from 'kit/point.js';
import { createSession } from 'kit/session.js';
import { listenToSpelling } from 'kit/spelling.js';
import { startAt } from 'kit/start.js';
import { amountStrip } from 'kit/strip.js';
import * as tracks from 'kit/tracks.js';
import { createWhy } from 'kit/why.js';

/** @typedef {import('board/board.js').Board} Board */
/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {(el: HTMLElement, board: Board, say: (words: string) => void) => (() => void) | void} Over returns what a press of “Do it” does */

/** Cells of every board here. */
export const WORLD = { x: 0, y: 0, width: 13, height: 7 };
const WHEN = { at: 0, lasts: 900 };
const LAMP = (/** @type {{lamp: string}} */ { lamp }) => lamp;
const [LEFT, MIDDLE, RIGHT] = [2, 6.5, 11].map((x) => tracks.placeAt(x, 3.5));

/** A dot that whatever moves looks like. @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {number} x @param {number} y */
function dot(ctx, { palette }, x, y) {
  ctx.fillStyle = palette.seats[0];
  ctx.fillRect(x - 6, y - 6, 12, 12);
}

/** @returns {Track} */
function walking() {
  const look = { x: 2, y: 3.5, heading: 0, health: 1, wake: 0, alpha: 1 };
  const actor = actorFrom(look);
  actor.legs.push({
    start: 0,
    end: 900,
    cells: [
      [2, 3.5],
      [6, 2],
      [11, 3.5],
    ],
  });
  return actorsTrack([actor], 900, (ctx, view, looks) => {
    for (const { x, y } of looks) dot(ctx, view, ...view.at(x, y));
  });
}

/** @type {Record<string, Record<string, () => Track>>} */
export const TRACKS = {
  actors: { actorsTrack: walking },
  light: {
    resonance: () => resonance(WHEN, 6.5, 3.5, 3),
    blaze: () => blaze(WHEN, 6.5, 3.5, 3),
  },
  tracks: {
    travel: () => tracks.travel(WHEN, [LEFT, RIGHT], (ctx, view, { x, y }) => dot(ctx, view, x, y), 0.2),
    flash: () => tracks.flash(WHEN, MIDDLE, 1.5, LAMP),
    pulse: () => tracks.pulse(WHEN, MIDDLE, 2, LAMP, 3),
    beam: () => tracks.beam(WHEN, LEFT, RIGHT, '#E69F00'),
    burst: () => tracks.burst(WHEN, MIDDLE, 2, ['#E69F00', '#56B4E9']),
    fade: () =>
      tracks.fade(WHEN, (ctx, view, strength) => {
        ctx.globalAlpha = strength;
        dot(ctx, view, ...MIDDLE(view));
      }),
    rise: () => tracks.rise(WHEN, MIDDLE, '+5', LAMP),
    streak: () => tracks.streak(WHEN, (view) => [LEFT(view), RIGHT(view)], LAMP),
  },
};

/** The kit's session without a match. @param {(words: string) => void} say */
const sessionOf = (say) =>
  createSession(
    /** @type {any} */ ({ readonly: true, getOrders: () => ({}), setOrders() {}, announce: say, info: { seats: [] } }),
    {
      whole: () => ({}),
      positionOf: (view) => view,
      own: () => ({}),
    },
  );

/** @type {Record<string, Record<string, Over>>} */
export const OVERS = {
  camera_buttons: {
    addCameraButtons(el, board) {
      addCameraButtons(el, board, { home: { label: () => 'Home', place: () => [2, 3.5], around: 2 } });
    },
  },
  legend: {
    offerLegend(el, board, say) {
      addCameraButtons(el, board);
      offerLegend(el, sessionOf(say), () => [{ name: 'Signs', entries: [['▲', 'rock']] }]);
    },
  },
  menu: {
    createMenu(el, _board, say) {
      const menu = createMenu(el, () => menu.show(null));
      return () =>
        menu.show({
          title: 'Here',
          at: [60, 40],
          choices: ['Move', 'Hold'].map((text) => ({ key: text, text, small: '3', act: () => say(text) })),
        });
    },
  },
  minimap: {
    createMinimap(el, board) {
      const { refresh } = createMinimap(el, board, {
        side: () => 90,
        paint(ctx) {
          ctx.fillStyle = board.state.palette.muted;
          ctx.fillRect(2, 3, 1, 1);
        },
      });
      board.watch({ camera: refresh });
      return () => board.zoom(1.6);
    },
  },
  point: {
    pointAt: (el, board) => () => pointAt(el, board, [6.5, 3.5]),
    pointAtElement(el) {
      const mark = h('span', { class: 'tag samples-mark' }, 'Look');
      el.append(mark);
      return () => pointAtElement(el, mark);
    },
  },
  session: {
    createSession(_el, _board, say) {
      const session = sessionOf(say);
      session.listen((changed) => say(`${changed} changed`));
      return () => session.change({ spelled: !session.state.spelled });
    },
  },
  spelling: {
    listenToSpelling(el, board, say) {
      const session = sessionOf(say);
      addCameraButtons(el, board);
      listenToSpelling(el, session, true);
      session.listen(() => say(session.state.spelled ? 'All words' : 'Few words'), ['spelled']);
    },
  },
  start: {
    startAt(el, board) {
      startAt(el, board, { place: () => [2, 3.5], around: 2, least: 60 });
    },
  },
  strip: {
    amountStrip(el, _board, say) {
      const strip = amountStrip(el, {
        label: 'How much',
        parts: [25, 50, 100],
        onpart: (percent) => say(`${percent}%`),
        onclose: () => strip.show(null),
      });
      el.classList.add('samples-touch');
      return () => strip.show({ words: '12 of 24', percent: 50, close: 'Close' });
    },
  },
  why: {
    createWhy(el) {
      const why = createWhy(el);
      return () => why.show('That is too far.');
    },
  },
};
