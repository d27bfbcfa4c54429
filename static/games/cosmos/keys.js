/** What does a key do on the chart, and what do the buttons for ships? One table of acts makes both; the sheet of keys comes from it. */
import { t } from 'app/i18n.js';
import { keysOf } from 'kit/acts.js';
import { cursor } from 'kit/cursor.js';
import { groupKeys } from 'kit/groups.js';
import { factsOf } from './describe.js';
import { cellName, entityName } from './names.js';
import { entityAt, homeOf, ownOf, posOf } from './position.js';

/** @import { Aim, Session } from './types' */
/** @typedef {import('kit/acts.js').Act<Session>} Act */

/** Begins an order that wants a place. @param {Session} session @param {string} kind */
export const aimAt = (session, kind) => session.aimAt(/** @type {Aim} */ (kind));

/** Where ships go. @type {Act[]} */
export const MOVES = [
  { key: 'G', text: () => t('Go to …'), meaning: () => t('Go to the next tile chosen'), aim: 'go' },
  { key: 'Y', text: () => t('Stay near …'), meaning: () => t('Stay near the next tile chosen'), aim: 'stay' },
  { key: 'E', text: () => t('Escort …'), meaning: () => t('Escort the next one chosen'), aim: 'escort' },
  { key: 'Q', text: () => t('Pursue …'), meaning: () => t('Pursue the next one chosen'), aim: 'pursue' },
  { key: 'A', text: () => t('Analyse …'), meaning: () => t('Analyse the next target chosen'), aim: 'analyse' },
  { key: 'X', text: () => t('Explore'), meaning: () => t('Explore'), act: (session) => session.move('explore') },
  {
    key: 'D',
    text: () => t('Seek aether'),
    meaning: () => t('Seek dense aether'),
    act: (session) => session.move('seek_aether'),
  },
  { key: 'S', text: () => t('Hold'), meaning: () => t('Stop and hold'), act: (session) => session.move('hold') },
];

/** The others are no buttons beside them. @type {[key: string, meaning: () => string, act: (session: Session) => void][]} */
const OTHERS = [
  ['B', () => t('Build on the side of the next tile chosen'), (session) => session.aimAt('build')],
  ['O', () => t('Burst: try the next radius'), (session) => session.tryBurst((session.state.radius + 1) % 10)],
  ['P', () => t('Draft the burst that is tried'), (session) => session.fire()],
  [
    'K',
    () => t('Take the planet of others that is chosen, or with the planet in hand the one at the cursor'),
    (session) => void session.take(),
  ],
  ['T', () => t('To the routines of the chosen'), (session) => session.ask('routines')],
  ['C', () => t('Bid with the chosen planets'), (session) => session.ask('bid')],
  ['H', () => t('Aether on or off'), ({ state, change }) => change({ heat: !state.heat })],
  ['V', () => t('Radii on or off'), ({ state, change }) => change({ radii: !state.radii })],
  ['I', () => t('Radio table'), ({ state, change }) => change({ radio: !state.radio })],
  ['W', () => t('Only what the chosen one senses'), (session) => session.toggleLens()],
];

/** @type {import('kit/keys.js').Key<Session>[]} */
export const keys = [
  cursor({
    size: (session) => session.position().chart,
    start({ state, position }) {
      const { byId, chart } = position();
      const first = byId.get(state.selected[0]) ?? ownOf(position()).find(({ kind }) => kind === 'planet');
      return first ? [first.x, first.y] : [chart.width >> 1, chart.height >> 1];
    },
    tell(session, tile) {
      const position = session.position();
      const there = entityAt(position, tile);
      const words =
        there && t('{name}: {text}', { name: entityName(there), text: factsOf(there, session.about()).join(t(', ')) });
      return [cellName(posOf(position.chart, tile)), words].filter(Boolean).join('. ');
    },
  }),
  {
    on: ['Tab'],
    shown: 'Tab / Shift+Tab',
    meaning: () => t('Next or previous of yours without orders'),
    act(session, { shift }) {
      const next = session.nextIdle(shift ? -1 : 1);
      if (!next) return false;
      session.change({ focus: [next.x, next.y] });
      session.ask('reveal', [next.x, next.y]);
    },
  },
  {
    on: ['Enter'],
    meaning: () => t('Choose what is at the cursor, or give the order that waits; with Shift add to the chosen'),
    act(session, { shift }) {
      const { focus, aim } = session.state;
      if (!focus) return false;
      const there = entityAt(session.position(), focus);
      if (aim) session.target(focus);
      else if (there) session.select([there.id], shift);
      else if (session.ships().length) session.target(focus, 'go');
    },
  },
  ...keysOf(MOVES, aimAt),
  ...OTHERS.map(([key, meaning, act]) => ({ on: [key], meaning, act })),
  ...groupKeys(),
  {
    on: ['Backspace', 'Delete'],
    meaning: () => t('Take back what is drafted for the chosen'),
    act: (session) => session.clear(),
  },
  {
    on: ['F'],
    meaning: () => t('Centre a planet of yours'),
    act(session, _, { board }) {
      const home = homeOf(session.position());
      if (home) board?.centre(home.x + 0.5, home.y + 0.5);
    },
  },
  { on: ['R'], meaning: () => t('Play the last step again'), act: (_session, _pressed, stage) => stage.replay() },
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
