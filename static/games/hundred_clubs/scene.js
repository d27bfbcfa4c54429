/**
 * What does the board show now? Turns frame, draft and lenses into layers of the toolkit. Reads the session and changes nothing in it.
 */
import { createBoard } from 'board/board.js';
import { seatLetter } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { createBakery } from 'kit/bake.js';
import { marching } from 'kit/drafts.js';
import { NARROW } from 'kit/minimap.js';
import { paintBetrayal } from './betrayal.js';
import { campusOf, QUICK } from './campus.js';
import { paintFirstWords, paintOthersStarts, paintWorthwhile, worthwhilePieces } from './first_words.js';
import { bringsText, incomeText } from './foreseen.js';
import { fillCells, gridOf } from './grid.js';
import { memberLens, paintConquests, paintLens, paintNumbers, pastLens, planLens } from './heat.js';
import { homeOf, isInView } from './home.js';
import { birthRefusal } from './inspect.js';
import { campaignsOf } from './orders.js';
import { boxesOver } from './over.js';
import { courseOf, ownersAt, paintTurns, turnsOf } from './playback.js';
import { around, cellOf, piecesOf, positionOf, sightOf, startsOfOthers, UNSEEN } from './position.js';
import { paintLandmarks, paintLetters, paintTerrain } from './terrain.js';
import { paintBadges, paintDimness, paintLand, paintMemory } from './territory.js';
import {
  campaignBoxes,
  occupied,
  paintCampaign,
  paintCellRing,
  paintFlag,
  paintPin,
  paintReach,
  paintRemoval,
  pinBox,
  standing,
} from './tokens.js';
import { paintRiches, paintWorth } from './worth.js';

/** @import { View } from 'board/layers.js' */
/** @import { Piece } from 'board/pieces.js' */
/** @import { Frame } from '../../types' */
/** @import { Position } from './position.js' */
/** @import { Session } from './session.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** Which layers show which part of the session. */
export const SHOWS = /** @type {Record<string, string[]>} */ ({
  orders: ['plan', 'conquests', 'names', 'tokens', 'drafts', 'hints'],
  plan: ['plan', 'conquests', 'names', 'drafts', 'hints'],
  selected: ['drafts', 'hints'],
  locked: ['drafts'],
  error: ['drafts'],
  heat: ['plan', 'names'],
  spelled: ['plan', 'names'],
  letters: ['names'],
  gift: ['plan', 'names'],
  club: ['plan', 'names', 'drafts'],
  sight: ['veil'],
  betrayal: ['effects'],
  placing: ['hints'],
});

const INSETS = { top: 14, right: 16, bottom: 14, left: 60 };
/** Pixels of a cell from which on a draft says what it wins: its income, and with more room its cells as well. */
const [INCOME_FROM, GAIN_FROM] = [16, 26];

/**
 * @param {HTMLElement} el @param {Session} session
 * @param {{isWhole?: boolean}} [how] isWhole: the whole campus is shown, not the own land of whoever plays
 */
export function createScene(el, session, { isWhole = false } = {}) {
  const { state } = session;
  /** What is painted while a round is played: the position before it, with the land that has changed hands so far. @type {Position | null} */
  let stage = null;
  /** Whose land was whose before that round, and what changes hands in it. */
  let round = { owner: /** @type {Position['owner']} */ (new Int8Array()), turns: turnsOf([]) };
  /** Time spent on the newest edit; told to the browser's own measurements. @type {{start: number, spent: number} | null} */
  let edit = null;
  /** @type {Piece[]} */
  let cells = [];
  let isHome = isWhole;
  /** The round whose position was shown last. */
  let settled = 0;
  const shown = () => stage ?? state.position;

  const board = createBoard(el, {
    still: session.host.reducedMotion(),
    insets: INSETS,
    layers: [
      {
        name: 'ground',
        cached: true,
        paint: (ctx, view) =>
          withPosition((at) => paintTerrain(ctx, view, at.chart, at.view, campus(at, view.palette.dark))),
      },
      { name: 'veil', cached: true, paint: paintFog },
      { name: 'land', cached: true, paint: paintLands },
      { name: 'plan', paint: timed(paintPlan) },
      { name: 'conquests', paint: timed(paintWon) },
      { name: 'names', paint: paintNames },
      { name: 'tokens', paint: timed(paintTokens) },
      { name: 'drafts', paint: timed(paintDrafts) },
      { name: 'effects', paint: paintEffects },
      { name: 'hints', paint: timed(paintHints) },
    ],
  });

  const bakery = createBakery({ ready: () => board.redraw(['ground', 'veil']) });
  /** Whether the camera goes with the own land: until a hand moves it; and in which room of the board it stands so. */
  let [follows, size] = [false, ''];
  const unwatch = board.watch({
    camera() {
      bakery.hold(board.moving());
      if (follows && !stage && size !== sizeNow()) home(false);
    },
    steered() {
      follows = false;
    },
  });
  const sizeNow = () => JSON.stringify([el.clientWidth, el.clientHeight, board.state.insets]);
  /** The picture of the campus; null while it is being made. @param {Position} position @param {boolean} dark */
  const campus = ({ chart, view: { terrain } }, dark) =>
    bakery.get(
      'campus',
      [chart, dark],
      () => campusOf(chart, terrain, dark),
      () => campusOf(chart, terrain, dark, QUICK),
      { key: ['campus', chart.width, chart.letters, JSON.stringify(terrain), dark].join(' ') },
    );

  const march = marching(board, ['conquests', 'drafts'], {
    playing: () => stage !== null,
    has: () => !state.locked && campaignsOf(state.orders).length > 0,
  });

  /** @param {(position: Position) => void} paint */
  function withPosition(paint) {
    const position = shown();
    if (position) paint(position);
  }

  /** Counts the painting that an edit costs. @param {(ctx: Ctx, view: View) => void} paint @returns {(ctx: Ctx, view: View) => void} */
  function timed(paint) {
    return (ctx, view) => {
      const start = performance.now();
      paint(ctx, view);
      if (!edit) return;
      edit.spent += performance.now() - start;
      if (paint !== paintHints) return;
      performance.measure('plan-edit', { start: edit.start, duration: edit.spent });
      edit = null;
    };
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintFog(ctx, view) {
    // What a round shows may not be seen after it.
    const position = stage ? { ...stage, owner: round.owner } : state.position;
    if (position) {
      const { chart, owner } = position;
      const picture = campus(position, view.palette.dark)?.unseen ?? null;
      const seen = state.sight !== null && !position.view.me ? sightOf(position, state.sight) : null;
      if (seen) paintDimness(ctx, view, chart, (cell) => !seen[cell], picture);
      // Whoever sees nothing at all (a stranger, an auction) gets the bare map: a veil over everything would only hide it.
      else if (owner.some((whose) => whose !== UNSEEN))
        paintDimness(ctx, view, chart, (cell) => owner[cell] === UNSEEN, picture);
    }
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintLands(ctx, view) {
    withPosition((position) => {
      const { chart, owner, cut } = position;
      paintLand(ctx, view, chart, owner, cut);
      paintMemory(ctx, view, position);
    });
  }

  /** What moves; land that has turned is painted by the layer of all land from then on. @param {Ctx} ctx @param {View} view */
  function paintEffects(ctx, view) {
    const { betrayal, position } = state;
    if (betrayal && position && !stage) paintBetrayal(ctx, view, betrayal.before, betrayal.betrayal);
    const now = stage && board.timeline.progress();
    if (stage && now) {
      const owner = ownersAt(round.owner, round.turns, now.time);
      if (owner.some((whose, cell) => whose !== stage?.owner[cell])) {
        stage = { ...stage, owner };
        board.redraw(['land', 'tokens']);
      }
      paintTurns(ctx, view, stage.chart, round.turns, now.time);
    }
    board.timeline.paint(ctx, view);
  }

  /** Cells with a pin: those that are chosen, and the draft. @param {import('./types').ClubView} facts */
  const birthplacesOf = (facts) => [
    ...(facts.auction?.chosen ?? []),
    ...(state.orders.birthplace ? [state.orders.birthplace] : []),
  ];

  const isBirth = () => ['auction', 'birthplaces'].includes(state.frame?.view.phase);

  /** What is laid over the land now; asked for all words, the board shows numbers in any case. */
  function lensNow() {
    const { position, plan, heat, club } = state;
    if (!position || stage) return null;
    if (heat === 'members') return memberLens(position);
    if (plan) return planLens(position, plan, state.spelled && heat === 'off' ? 'own' : heat);
    return club === null ? null : pastLens(position, club);
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintPlan(ctx, view) {
    const { position } = state;
    if (!position || stage) return;
    if (isBirth()) {
      if (position.view.me) paintWorth(ctx, view, position, state.gift);
      paintForbidden(ctx, view, position);
    }
    const lens = lensNow();
    if (lens) paintLens(ctx, view, position, lens);
    else if (session.canOrder('rounds')) paintRiches(ctx, view, position);
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintWon(ctx, view) {
    const { position, plan } = state;
    if (position && plan && !stage) paintConquests(ctx, view, position, plan, march.gone());
  }

  /** Cells too close to a chosen birthplace. @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintForbidden(ctx, view, { view: facts, chart }) {
    const grid = gridOf(view, chart);
    const near = new Set();
    for (const at of facts.auction?.chosen ?? []) {
      for (const cell of around(chart, cellOf(chart, at), facts.options.min_birth_distance - 1)) near.add(cell);
    }
    fillCells(ctx, grid, chart, near, faded(view.palette.dark ? '#000000' : '#3b3a36', 0.42));
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintNames(ctx, view) {
    const position = shown();
    if (!position || stage) return;
    const lens = lensNow();
    if (lens) paintNumbers(ctx, view, position, lens, standing(position, state.orders));
    const isLettered = state.letters || state.spelled;
    if (isLettered) paintLetters(ctx, view, position.chart);
    const { chart, view: facts } = position;
    const isStart = isBirth() || facts.phase === 'auction';
    if (!isLettered && !isStart) return;
    const pins = isBirth() ? birthplacesOf(facts).map((at) => pinBox(view, chart, cellOf(chart, at))) : [];
    paintLandmarks(ctx, view, chart, facts, {
      standing: pins,
      gift: isStart ? state.gift : null,
      areas: isLettered,
      isTaken: (at) => birthRefusal(position, cellOf(chart, at)) !== null,
    });
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintTokens(ctx, view) {
    const position = shown();
    if (!position) return;
    const { chart, capitals, owner, view: facts } = position;
    const orders = stage ? {} : state.orders;
    const flags = new Set(capitals.filter(({ cell, seat }) => owner[cell] === seat).map(({ cell }) => cell));
    paintBadges(ctx, view, chart, piecesOf(chart, owner), occupied(position, orders), flags);
    const mine = facts.you;
    for (const { seat, cell } of capitals)
      paintFlag(ctx, view, chart, cell, seat, {
        large: mine === null || seat === mine,
        raised: !stage && session.campaignOn(cell) >= 0,
      });
    if (stage) return;
    if (isBirth()) paintPins(ctx, view, position);
    for (const cell of startsOfOthers(position))
      paintPin(ctx, view, chart, cell, { colour: view.palette.muted, words: '?' });
    if (orders.capital && mine !== null) {
      const to = cellOf(chart, orders.capital);
      const from = capitals.find(({ seat }) => seat === mine)?.cell;
      if (from !== undefined && from !== to) paintRemoval(ctx, view, chart, from, to);
      if (from !== to) paintFlag(ctx, view, chart, to, mine, { large: true, ghost: true });
    }
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintDrafts(ctx, view) {
    const { position, orders } = state;
    if (!position || stage) return;
    const { chart } = position;
    for (const [i, campaign] of campaignsOf(orders).entries()) {
      const { lines, look } = toldOf(view, campaign, i);
      paintCampaign(ctx, view, chart, cellOf(chart, campaign.at), lines, {
        ...{ look, march: march.gone(), seat: session.host.seat },
      });
    }
    paintPastCampaigns(ctx, view, position);
  }

  /** What stands in the bubble of a campaign of the draft, and how it looks. @param {View} view @param {import('./types').Campaign} campaign @param {number} index @returns {{lines: string[], look: import('kit/drafts.js').Look}} */
  function toldOf(view, { at, size }, index) {
    const fate = state.plan?.campaigns[index];
    const isBeside = (/** @type {import('./types').Campaign} */ other) =>
      other.at !== at && Math.abs(other.at[0] - at[0]) < 3 && Math.abs(other.at[1] - at[1]) < 2;
    const isRefused = state.error?.path.startsWith(`campaigns[${index}]`);
    const look =
      isRefused || fate?.reason ? 'wrong' : index === state.selected ? 'edited' : state.locked ? 'locked' : 'draft';
    const words =
      fate?.reason && fate.reason !== 'cut' ? `${size} !` : fate?.reason ? `${fate.funded}/${size}` : `${size}`;
    // Of the chosen one the handle says it, and side by side they would hide each other.
    const isTold = (index === state.selected && !state.locked) || campaignsOf(state.orders).some(isBeside);
    const gainText = view.camera.scale < GAIN_FROM ? incomeText : bringsText;
    const gain = fate?.gain.about && !isTold && view.camera.scale >= INCOME_FROM ? [gainText(fate.gain)] : [];
    return { lines: [words, ...gain], look };
  }

  /** What the campaigns of the draft cover. @param {View} view @param {Position} position */
  const draftBoxes = (view, { chart }) =>
    campaignsOf(state.orders).flatMap((campaign, i) =>
      campaignBoxes(view, chart, cellOf(chart, campaign.at), toldOf(view, campaign, i).lines),
    );

  /** What the club under the referee's lens laid out in the round before. @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintPastCampaigns(ctx, view, { chart, view: facts }) {
    if (state.club === null) return;
    for (const { at, size, capital } of facts.last_round?.campaigns[state.club] ?? [])
      if (!capital)
        paintCampaign(ctx, view, chart, cellOf(chart, at), [String(size)], {
          ...{ look: 'locked', march: 0, seat: null },
        });
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintPins(ctx, view, { view: facts, chart }) {
    const { chosen = [], order } = facts.auction ?? {};
    chosen.forEach((at, i) => {
      const isMine = order?.[i] === facts.you;
      const colour = isMine ? view.palette.seats[facts.you ?? 0] : view.palette.text;
      paintPin(ctx, view, chart, cellOf(chart, at), { colour, words: String(i + 1) });
    });
    if (state.orders.birthplace)
      paintPin(ctx, view, chart, cellOf(chart, state.orders.birthplace), {
        colour: view.palette.lamp,
        words: seatLetter(facts.you ?? 0),
      });
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintHints(ctx, view) {
    const { position, hover, cursor, orders, selected, asked } = state;
    if (!position || stage) return;
    const { chart, view: facts, capitals } = position;
    const { palette } = view;
    const reach = facts.kernel20.length - 1;
    const over = [...board.state.over, ...boxesOver(el), ...draftBoxes(view, position)];
    paintFirstWords(ctx, view, session, over);
    paintOthersStarts(ctx, view, session, over);
    paintWorthwhile(ctx, view, session, over);
    const chosen = campaignsOf(orders)[selected];
    const pointed = hover ?? cursor;
    const flag = capitals.find(({ cell }) => cell === pointed);
    const drag = board.state.drag;
    if (drag) {
      const over = drag.over?.data ?? drag.from.data;
      paintReach(ctx, view, chart, over, reach, palette.lamp);
      paintCellRing(ctx, view, chart, over, { inner: palette.lamp, outer: palette.ink, width: 2.5 });
    } else if (chosen) paintReach(ctx, view, chart, cellOf(chart, chosen.at), reach, palette.lamp);
    else if (flag) paintReach(ctx, view, chart, flag.cell, reach, palette.seats[flag.seat]);
    else if (pointed !== null && session.campaignOn(pointed) >= 0)
      paintReach(ctx, view, chart, pointed, reach, palette.lamp);
    if (pointed !== null && isBirth()) paintBirthRing(ctx, view, position, pointed);
    // A ring in the size of a cell would run through the words of a campaign.
    if (hover !== null && !drag && session.campaignOn(hover) < 0)
      paintCellRing(ctx, view, chart, hover, { inner: palette.text, outer: faded(palette.ink, 0.6), width: 1.5 });
    // The chosen campaign shines by itself; a ring would hide its size. Whoever points needs none at the cell pressed last, over a flag perhaps.
    const isByKeys = el.matches(':focus-visible');
    const isShown = (isByKeys || asked) && !(chosen && cellOf(chart, chosen.at) === cursor);
    if (cursor !== null && cursor !== hover && isShown)
      paintCellRing(ctx, view, chart, cursor, {
        inner: palette.text,
        outer: palette.ink,
        width: isByKeys ? 2.5 : 1.5,
      });
  }

  /** The cells whose members count for a birthplace. @param {Ctx} ctx @param {View} view @param {Position} position @param {number} cell */
  function paintBirthRing(ctx, view, { chart }, cell) {
    fillCells(ctx, gridOf(view, chart), chart, around(chart, cell, 2), faded(view.palette.lamp, 0.22));
  }

  /** Stands where the own land is seen best (`home.js`), and goes on standing so as it grows. @param {boolean} smoothly */
  function home(smoothly) {
    const { position } = state;
    if (!position) return;
    size = sizeNow();
    follows = true;
    const camera = homeOf(position, { width: el.clientWidth, height: el.clientHeight }, board.state.insets);
    board.visit(camera ?? board.state.camera, { follows: !camera, smoothly });
  }

  return {
    board,
    home,
    destroy() {
      march.destroy();
      unwatch();
      bakery.destroy();
    },
    /** Whether a round is being played. */
    playing: () => stage !== null,

    /** Takes over a new frame. @param {Position} position */
    settle(position) {
      stage = null;
      const { width, height } = position.chart;
      if (cells.length !== width * height)
        cells = Array.from({ length: width * height }, (_, cell) => ({ id: `cell:${cell}`, kind: 'cell', data: cell }));
      const world = { x: 0, y: 0, width, height };
      board.set({
        ground: {
          size: 1,
          at: (x, y) =>
            x >= 0 && y >= 0 && x < width && y < height ? cells[Math.floor(y) * width + Math.floor(x)] : null,
        },
        still: session.host.reducedMotion(),
        ...(board.state.world.width === width && board.state.world.height === height ? {} : { world }),
      });
      // When there is land to look at; later with it as it grows, until a hand has moved the board, and again once a round has moved the front away.
      const { me, round: now } = position.view;
      if (isWhole || !me?.alive || now < 1) return;
      // What a finger came closer to on a narrow board was for one press.
      const isLost = settled !== now && (el.clientWidth < NARROW || !isInView(position, board.shown()));
      if (!isHome || follows || isLost) home(isHome);
      isHome = true;
      settled = now;
    },

    /** @param {string[]} layers @param {string[]} changed */
    refresh(layers, changed) {
      // The painting of an edit is counted with it.
      const marked = worthwhilePieces(session);
      if (marked.map(({ id }) => id).join() !== board.state.pieces.map(({ id }) => id).join())
        board.set({ pieces: marked }, layers);
      if (changed.includes('edit')) edit = { start: state.edit, spent: performance.now() - state.edit };
      board.redraw(layers);
    },

    /**
     * Plays the round between two frames; the promise is kept when it has ended.
     * @param {Frame} previous @param {Frame} frame @param {import('kit/playback.js').How} how
     */
    async play(previous, frame, how) {
      const mine = positionOf(previous.view);
      stage = mine;
      const course = courseOf(mine, frame.events);
      const { tracks } = how.direct?.(course) ?? course;
      const playing = { owner: mine.owner, turns: turnsOf(tracks) };
      round = playing;
      board.redraw();
      await board.timeline.play(tracks, how);
      if (round !== playing || !stage) return;
      stage = null;
      board.redraw();
    },
  };
}
