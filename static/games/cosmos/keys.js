/** What does a key do on the chart? The table that handler and sheet come from. */
import { t } from 'app/i18n.js';
import { arrows, DIGITS } from 'kit/keys.js';
import { factsOf } from './describe.js';
import { entityName, placeName } from './names.js';
import { clearEntity } from './orders.js';
import { entityAt, ownOf, posOf } from './position.js';

/** @import { Session, Stage } from './types' */

const LEAP = 5;

/** Moves the cursor and tells what is there. @param {Session} session @param {Stage} stage @param {[number, number]} tile */
function look(session, { board }, [x, y]) {
  const position = session.position();
  const { width, height } = position.chart;
  const tile = /** @type {[number, number]} */ ([
    Math.max(0, Math.min(width - 1, x)),
    Math.max(0, Math.min(height - 1, y)),
  ]);
  session.change({ cursor: tile });
  board.reveal(tile[0] + 0.5, tile[1] + 0.5);
  const there = entityAt(position, tile);
  const about = {
    frame: /** @type {any} */ (session.state.frame),
    view: position.view,
    position,
    info: session.host.info,
    forecast: session.state.forecast,
  };
  session.say(
    [placeName(posOf(position.chart, tile)), there && `${entityName(there)}: ${factsOf(there, about).join(', ')}`]
      .filter(Boolean)
      .join('. '),
  );
}

/** Where the keyboard begins: at what is selected, at a planet of one's own, in the middle. @param {Session} session @returns {[number, number]} */
function start({ state, position }) {
  const { byId, chart } = position();
  const first = byId.get(state.selected[0]) ?? ownOf(position()).find(({ kind }) => kind === 'planet');
  return first ? [first.x, first.y] : [chart.width >> 1, chart.height >> 1];
}

/** @param {string} letter @param {() => string} meaning @param {(session: Session, stage: Stage) => void} act @returns {import('kit/keys.js').Key<Session>} */
const letter = (letter, meaning, act) => ({ on: [letter], meaning, act: (session, _, stage) => act(session, stage) });

/** @type {import('kit/keys.js').Key<Session>[]} */
export const keys = [
  arrows(
    () => t('Move the cursor; with Shift five tiles'),
    (session, [dx, dy], { shift }, stage) => {
      const at = session.state.cursor;
      const steps = shift ? LEAP : 1;
      look(session, stage, at ? [at[0] + dx * steps, at[1] + dy * steps] : start(session));
    },
  ),
  {
    on: ['Tab'],
    shown: 'Tab / Shift+Tab',
    meaning: () => t('Next or previous of yours without orders'),
    act(session, { shift }, stage) {
      const next = session.nextIdle(shift ? -1 : 1);
      if (!next) return false;
      look(session, stage, [next.x, next.y]);
    },
  },
  {
    on: ['Enter'],
    meaning: () => t('Choose what is at the cursor, or give the order that waits; with Shift add to the chosen'),
    act(session, { shift }) {
      const { cursor, aim } = session.state;
      if (!cursor) return false;
      const there = entityAt(session.position(), cursor);
      if (aim) session.target(cursor);
      else if (there) session.select([there.id], shift);
      else if (session.ships().length) session.target(cursor, 'go');
    },
  },
  letter(
    'G',
    () => t('Go to the next tile chosen'),
    (session) => session.aimAt('go'),
  ),
  letter(
    'B',
    () => t('Build on the side of the next tile chosen'),
    (session) => session.aimAt('build'),
  ),
  letter(
    'O',
    () => t('Burst: try the next radius'),
    (session) => session.tryBurst(session.state.radius >= 9 ? 0 : session.state.radius + 1),
  ),
  letter(
    'P',
    () => t('Draft the burst that is tried'),
    (session) =>
      void session.act(({ kind }) =>
        kind === 'battleship' && session.state.radius ? { do: 'overload', radius: session.state.radius } : null,
      ),
  ),
  letter(
    'A',
    () => t('Analyse the next target chosen'),
    (session) => session.aimAt('analyse'),
  ),
  letter(
    'E',
    () => t('Escort the next one chosen'),
    (session) => session.aimAt('escort'),
  ),
  letter(
    'Q',
    () => t('Pursue the next one chosen'),
    (session) => session.aimAt('pursue'),
  ),
  letter(
    'Y',
    () => t('Stay near the next tile chosen'),
    (session) => session.aimAt('stay'),
  ),
  letter(
    'X',
    () => t('Explore'),
    (session) => session.move('explore'),
  ),
  letter(
    'S',
    () => t('Stop and hold'),
    (session) => session.move('hold'),
  ),
  letter(
    'D',
    () => t('Seek dense aether'),
    (session) => session.move('seek_aether'),
  ),
  letter(
    'C',
    () => t('Bid with the chosen planets'),
    (session) => session.ask('bid'),
  ),
  {
    on: DIGITS.slice(1),
    shown: '1 … 9',
    meaning: () => t('Choose a group; with Shift make one'),
    act: (session, { key, shift }) => (shift ? session.setGroup(key) : session.recall(key)),
  },
  {
    on: ['Backspace', 'Delete'],
    meaning: () => t('Take back what is drafted for the chosen'),
    act(session) {
      if (!session.canOrder() || !session.chosen().length) return false;
      session.draft(session.chosen().reduce((orders, { id }) => clearEntity(orders, id), session.state.orders));
      session.say(t('Taken back.'));
    },
  },
  letter(
    'H',
    () => t('Aether on or off'),
    (session) => session.change({ heat: !session.state.heat }),
  ),
  letter(
    'V',
    () => t('Radii on or off'),
    (session) => session.change({ radii: !session.state.radii }),
  ),
  letter(
    'I',
    () => t('Radio table'),
    (session) => session.change({ radio: !session.state.radio }),
  ),
  letter(
    'F',
    () => t('Centre a planet of yours'),
    (session, { board }) => {
      const home = ownOf(session.position()).find(({ kind }) => kind === 'planet');
      if (home) board.centre(home.x + 0.5, home.y + 0.5);
    },
  ),
  letter(
    'R',
    () => t('Play the last step again'),
    (_, stage) => stage.replay(),
  ),
  { on: ['+', '-'], shown: '+ / −', meaning: () => t('Zoom'), act: () => false },
  {
    on: ['Escape'],
    meaning: () => t('Cancel'),
    act({ state, change, select }) {
      if (state.aim || state.radius) change({ aim: null, radius: 0 });
      else if (state.selected.length) select([]);
      else return false;
    },
  },
];
