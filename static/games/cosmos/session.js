/**
 * What does this person have in hand on the chart? Who is selected, where the cursor is, which order waits for its target, which lenses
 * are on, the groups; and the drafts that come of it. Nothing here is a rule: what an order leads to the server says.
 */
import { phrase, sentences, t } from 'app/i18n.js';
import { next } from 'kit/keys.js';
import { createSession, shared } from 'kit/session.js';
import { createValueLog } from 'kit/value_log.js';
import { followed } from './advice.js';
import { noteBeaten } from './beaten.js';
import { bidsOn, stopOf } from './bidding.js';
import { actionName, DIRECTIONS, entityName, failureText, properName, rulesText, standingRules } from './names.js';
import { addAction, clearEntity, reflexesOf, setReflex, setStanding, whole } from './orders.js';
import { d2, entityAt, ownOf, positionOf, posOf, throughEyesOf } from './position.js';
import { replacedBy, replacedText } from './replaced.js';
import { attackOn, ordersTo, rulesToHunt, rulesToTake, sendingOf, takingOf } from './taking.js';
import { storedWaits, waitOf, waitsWith, waitsWithout, waitText } from './waits.js';

/** @import { About, Action, Aim, Direction, Frame, Host, InHand, Kind, Orders, Position, Reflex, Rules, Shown } from './types' */

/**
 * In which round the last of some ships is at a place; null: one of them is not within the rounds that are foreseen.
 * @param {import('./types').Forecast} forecast @param {{id: number}[]} ships @param {string} place
 */
export function arrivalOf({ tracks, rounds }, ships, place) {
  const times = ships.map(({ id }) => rounds[(tracks[id]?.findIndex((pos) => String(pos) === place) ?? 0) - 1]);
  return times.every((round) => round !== undefined) ? Math.max(...times) : null;
}

/** What a first order is about: the nearest planet of nobody in sight, else the own one. @param {Position} position */
function firstOf(position) {
  const home = ownOf(position).find(({ kind }) => kind === 'planet');
  const free = position.shown.filter(({ kind, seat, seen }) => kind === 'planet' && seat === null && seen === 'seen');
  return home && free.length ? free.toSorted((a, b) => d2(a.pos, home.pos) - d2(b.pos, home.pos))[0] : home;
}

/** @param {Host} host */
function make(host) {
  const valueLog = createValueLog();
  const session = createSession(host, {
    whole,
    positionOf,
    own: () =>
      /** @type {InHand} */ ({
        selected: [],
        focus: null,
        hover: null,
        aim: null,
        lens: false,
        build: { kind: 'miner', energy: 41 },
        radius: 0,
        heat: true,
        radii: true,
        radio: false,
        groups: {},
        quiet: null,
        open: null,
        waits: storedWaits(),
        eyed: null,
        replaced: null,
        pull: null,
      }),
    onFrame: (state, frame) => {
      const position = positionOf(frame.view);
      for (const { id, radio, seen } of position.shown)
        if (seen !== 'remembered') valueLog.note(id, frame.view.round, radio);
      if (!host.readonly) noteBeaten(frame.events ?? [], position);
      // What was open at a planet makes room for what there is to do in the next step.
      const isNext = !host.readonly && host.info.kind !== 'lesson' && frame.step === (state.frame?.step ?? -2) + 1;
      const isOver = isNext && state.selected.every((id) => position.byId.get(id)?.kind === 'planet');
      const selected = isOver ? [] : state.selected.filter((id) => position.byId.has(id));
      // A lesson begins with what its first order is for; elsewhere the first look is at the ways to go on.
      const isFirst = !state.frame && host.info.kind === 'lesson' && position.view.round === 1;
      const first = isFirst ? firstOf(position) : null;
      return { selected: first ? [first.id] : selected };
    },
    onStep: () => ({
      ...(host.info.kind === 'lesson' ? {} : { selected: [] }),
      aim: null,
      radius: 0,
      eyed: null,
      replaced: null,
    }),
    onLock: () => ({ aim: null, radius: 0 }),
  });
  const { state, change, say } = session;

  const position = () => /** @type {Position} */ (state.position);
  /** What a step that plays began with. @type {Position | null} */
  let earlier = null;
  /** What was last seen through one's eyes. @type {{eyes: Shown | null, seen: Position | null}} */
  let lens = { eyes: null, seen: null };
  const known = (/** @type {number} */ id) => position().byId.get(id);
  const nameOf = (/** @type {number} */ id) => {
    const entity = known(id);
    return entity ? entityName(entity) : properName(id);
  };
  /** Those of one's own that are selected. @returns {Shown[]} */
  const chosen = () => state.selected.flatMap((id) => known(id) ?? []).filter(({ seen }) => seen === 'own');
  const ships = () => chosen().filter(({ kind }) => kind !== 'planet');

  /** Drafts an order and says so, and what it takes the place of. @param {Orders} orders @param {Partial<InHand>} part @param {string} text */
  function order(orders, part, text) {
    const gone = replacedBy(state.orders, orders, position());
    const entries = (/** @type {Orders} */ { direct, standing }, /** @type {number} */ id) =>
      JSON.stringify([...direct, ...standing].filter((entry) => entry.id === id));
    const ids = ownOf(position()).flatMap(({ id }) => (entries(state.orders, id) === entries(orders, id) ? [] : [id]));
    const replaced = gone.length ? { draft: JSON.stringify(orders), text: replacedText(gone), ids } : null;
    session.draft(orders, { ...part, replaced });
    say(sentences([text, replaced?.text]));
  }

  /** Orders an action for all that have it. @param {(entity: Shown) => Action | null} actionOf @returns {boolean} */
  function act(actionOf) {
    if (!session.canOrder()) return false;
    let { orders } = state;
    /** @type {string[]} */
    const said = [];
    for (const entity of chosen()) {
      const action = actionOf(entity);
      if (!action || !position().view.tables.actions[action.do].includes(entity.kind)) continue;
      orders = addAction(orders, entity.id, action);
      said.push(`${entityName(entity)} ${actionName(action, nameOf)}`);
    }
    if (!said.length) return false;
    const drafted = said.length > 3 ? t('{n} orders drafted.', { n: said.length }) : `${said.join('. ')}.`;
    order(orders, { aim: null, radius: 0 }, drafted);
    return true;
  }

  /** Gives these the same standing orders, and what each keeps of its own. @param {Shown[]} entities @param {Rules} rules @param {(one: Shown) => Reflex[]} [kept] */
  function stand(entities, rules, kept = () => []) {
    if (!session.canOrder() || !entities.length) return false;
    const orders = entities.reduce((draft, one) => {
      const more = kept(one);
      return setStanding(
        draft,
        one.id,
        more.length ? { ...rules, reflexes: [...(rules.reflexes ?? []), ...more] } : rules,
      );
    }, state.orders);
    const who = entities.length > 1 ? t('{n} chosen', { n: entities.length }) : entityName(entities[0]);
    const text = rulesText(rules).join(t(', ')) || t('holds');
    order(orders, { aim: null }, t('{name}: {text}.', { name: who, text }));
    return true;
  }

  /** A bid of every round goes on beside a routine that says nothing of bids. @param {Rules} routine @returns {(one: Shown) => Reflex[]} */
  const bidsBeside = (routine) => (one) =>
    routine.reflexes?.some(({ type }) => type === 'auto_charge')
      ? []
      : reflexesOf(state.orders, one).filter(({ type, mode }) => type === 'auto_charge' && mode === 'fixed');

  const own = {
    position,
    valueLog,
    nameOf,
    chosen,
    ships,
    act,
    stand,
    order,

    /** Whether a press on the chart sends ships. */
    sends: () => session.canOrder() && ships().length > 0,

    /** @param {number[]} ids @param {boolean} [add] */
    select(ids, add = false) {
      const selected = add ? [...new Set([...state.selected, ...ids])] : ids;
      change({ selected, radius: 0, aim: null, ...(state.lens ? { lens: selected.length === 1 } : {}) });
      const [only] = selected;
      if (selected.length > 1) say(t('{n} selected', { n: selected.length }));
      else if (only !== undefined) say(nameOf(only));
    },

    /** All of a kind, or of this one's kind. @param {Kind} kind */
    selectKind: (kind) => own.select(ownOf(position()).flatMap((entity) => (entity.kind === kind ? [entity.id] : []))),

    /** Those of the ids that are still one's own. @param {number[]} ids */
    members: (ids) => ids.filter((id) => known(id)?.seen === 'own'),

    /**
     * The chart stays at the position before while a step plays: fog, aether and owners change when the events have brought it about.
     * @param {Position} before @returns {() => void} the way back to now
     */
    holdBack(before) {
      earlier = before;
      return () => {
        if (earlier === before) earlier = null;
      };
    },

    /** What the chart shows: the position, or what one entity senses of it. */
    seen() {
      if (earlier) return earlier;
      const [only, ...others] = state.selected;
      const eyes = state.lens && !others.length ? known(only) : undefined;
      if (!eyes) return position();
      if (lens.eyes !== eyes) lens = { eyes, seen: throughEyesOf(position(), eyes) };
      return lens.seen ?? position();
    },
    toggleLens() {
      if (state.selected.length !== 1) session.deny(t('Choose one planet or ship first.'));
      else change({ lens: !state.lens });
    },

    /** What sentences are about. @returns {About} */
    about: () => ({
      frame: /** @type {Frame} */ (state.frame),
      view: position().view,
      position: position(),
      info: host.info,
      forecast: state.forecast,
    }),

    /** Takes back what is drafted for the chosen. */
    clear() {
      if (!session.canOrder() || !chosen().length) return false;
      session.draft(chosen().reduce((orders, { id }) => clearEntity(orders, id), state.orders));
      say(t('Taken back.'));
    },

    /** The next tile is for this order. @param {Aim} aim */
    aimAt(aim) {
      if (!session.canOrder()) return;
      if (!chosen().length) {
        session.deny(t('Choose one of your own first.'));
        return;
      }
      change({ aim: state.aim?.kind === aim ? null : { kind: aim }, radius: 0 });
      if (state.aim) say(t('Choose a tile or a target; Escape cancels.'));
    },

    /** A tile was chosen for the order that waits; without one, a ship goes there. @param {readonly number[]} tile @param {Aim} [what] */
    target(tile, what = state.aim?.kind ?? 'go') {
      const there = entityAt(position(), tile);
      const to = posOf(position().chart, tile);
      const isOwn = there?.seen === 'own';
      // Nobody goes along with itself.
      const isAlone = (/** @type {number} */ id) => ships().length > 0 && ships().every((ship) => ship.id === id);
      /** @type {Record<string, import('./types').Movement | null>} */
      const movements = {
        go: { type: 'move_to', to, path: 'cheap' },
        stay: { type: 'stay_near', center: to, within: 9 },
        escort: isOwn && !isAlone(there.id) ? { type: 'escort', id: there.id } : null,
        pursue: there && !isOwn ? { type: 'pursue', id: there.id } : null,
      };
      if (what === 'build') own.buildTowards(tile);
      else if (what === 'analyse') {
        const scouts = chosen().filter(({ kind }) => kind === 'scout');
        const { rules, tables } = position().view;
        const able = scouts.filter(({ defence }) => defence >= rules.analyse_min_defence);
        if (there?.kind !== 'miner' || isOwn || !scouts.length)
          session.deny(t('A scout analyses a foreign miner: choose one.'));
        else if (!able.length) {
          const why = failureText('not_enough_defence', scouts[0], position().view);
          session.deny(t('{name}: {why}.', { name: entityName(scouts[0]), why }));
        } else {
          // Who is out of reach goes there first.
          const near = able.filter(({ pos }) => d2(pos, there.pos) <= tables.kinds.scout.action);
          if (near.length) act((one) => (near.includes(one) ? { do: 'analyse', id: there.id } : null));
          else stand(able, rulesToHunt(there.id));
        }
      } else if (!movements[what]) session.deny(t('There is nothing to aim at.'));
      else if (!stand(ships(), { movement: movements[what] })) session.deny(t('Choose a ship first.'));
    },

    /** A planet sends what it can against another one. @param {Shown} from @param {Shown} to */
    send(from, to) {
      const sending = sendingOf({ state, position }, from, to);
      if (typeof sending === 'string') return session.deny(sending);
      const facts = { home: properName(from.id), n: sending.price, planet: properName(to.id) };
      order(
        ordersTo(state.orders, to, sending),
        { aim: null, radius: 0 },
        t('{home} sends a battleship of {n} against {planet}.', facts),
      );
    },

    /** A drag goes from one of one's own to somebody: what would come of it is asked for. @param {number | null} from null: it is over @param {number | null} [to] */
    pullTo(from, to = null) {
      change({ pull: from === null ? null : { from, to } });
      const [one, goal] = [from, to].map((id) => (id === null ? undefined : known(id)));
      const sending = one?.kind === 'planet' && goal ? sendingOf({ state, position }, one, goal) : null;
      const isRaid = one?.kind === 'battleship' && goal?.kind === 'planet' && goal.seen !== 'own';
      const draft =
        sending && typeof sending !== 'string' && goal
          ? ordersTo(state.orders, goal, sending)
          : isRaid
            ? setStanding(state.orders, one.id, rulesToTake(goal.id))
            : null;
      session.askAhead(draft, ({ attacks }) => ({ about: to ?? undefined, attack: attackOn(attacks, to ?? 0) }));
    },

    /** Takes the planet of others at the cursor with the planet in hand, else the one that is chosen: by a ship that is strong enough, else by one that is built. */
    take() {
      const [home] = chosen();
      const there = state.focus && entityAt(position(), state.focus);
      if (home?.kind === 'planet' && there && there.seen !== 'own' && session.canOrder()) return own.send(home, there);
      const planet = known(state.selected[0]);
      const taking = planet && session.canOrder() ? takingOf({ state, position }, planet) : null;
      if (!planet || !taking) return session.deny(t('Choose a planet that is not yours.'));
      if (!taking.by) return session.deny(t('None of yours has {n} energy yet.', { n: taking.price }));
      const text = t('A battleship is to take {planet}.', { planet: properName(planet.id) });
      order(ordersTo(state.orders, planet, taking), { aim: null, radius: 0 }, text);
    },

    /** Drafts what the server advises; what it advises next stands at its own place then. @param {import('./types').Advice} entry */
    follow(entry) {
      if (!session.canOrder()) return;
      const part = { aim: null, radius: 0, selected: [], quiet: null, eyed: null, waits: waitsWith(state, entry) };
      if (!entry.orders) {
        change(part);
        const planet = known(entry.by);
        say(sentences([planet ? waitText(state, planet) : '', t('Ready plays the step.')]));
        return;
      }
      order(followed(state.orders, entry), part, sentences([t('{text}.', { text: phrase(entry.says) })]));
    },

    /** A planet waits for nothing any more. @param {number} id */
    waitNoMore: (id) => change({ waits: waitsWithout(state, id) }),

    /** Puts away what stands on the chart: who is chosen, else the ways of this step. */
    putAway() {
      if (state.selected.length) own.select([]);
      else change({ quiet: state.frame?.step ?? null, eyed: null });
    },

    /** Shows the ways of this step again. */
    takeOut: () => change({ quiet: null, selected: [], radius: 0, aim: null }),

    /** Sends the battleships in hand against a planet of others; false: there are none. @param {Shown} planet */
    attack: (planet) =>
      stand(
        chosen().filter(({ kind }) => kind === 'battleship'),
        rulesToTake(planet.id),
      ),

    /** The draft with the attack that one press orders: on a planet of others by the battleships in hand, else by whoever takes it; null: none. @param {Shown | null | undefined} planet */
    raidOn(planet) {
      if (!session.canOrder() || planet?.kind !== 'planet' || planet.seen === 'own') return null;
      const hand = chosen().filter(({ kind }) => kind === 'battleship');
      if (hand.length)
        return hand.reduce((draft, { id }) => setStanding(draft, id, rulesToTake(planet.id)), state.orders);
      const taking = chosen().length ? null : takingOf({ state, position }, planet);
      return taking?.by && !taking.isUnderWay ? ordersTo(state.orders, planet, taking) : null;
    },

    /**
     * Asks what an attack that is aimed would come to: on the planet under the pointer with battleships in hand, else on the one that is chosen; else
     * when the ships in hand would be at a tile. A burst that is tried out is asked about instead. @param {readonly number[] | null} tile
     */
    askArrival(tile) {
      // The server may answer before anything is shown.
      if (state.radius || state.pull || !state.position) return;
      const there = tile && entityAt(position(), tile);
      const planet = own.sends() ? there : known(state.selected[0]);
      const raid = own.raidOn(planet);
      if (planet && raid) {
        // Where the pointer goes changes nothing of what is chosen.
        if (own.sends() || state.ahead?.about !== planet.id)
          session.askAhead(raid, ({ attacks }) => ({ about: planet.id, attack: attackOn(attacks, planet.id) }));
        return;
      }
      const movement = tile && { type: 'move_to', to: posOf(position().chart, tile), path: 'cheap' };
      const asks = own.sends() && movement && there?.seen !== 'own';
      const sent = ships().reduce((draft, { id }) => setStanding(draft, id, { movement }), state.orders);
      session.askAhead(asks ? sent : null, (answer) => ({ arrival: arrivalOf(answer, ships(), String(movement?.to)) }));
    },

    /** @param {'hold' | 'explore' | 'seek_aether'} type */
    move(type) {
      const movement = type === 'seek_aether' ? { type, within: 40 } : { type };
      if (!stand(ships(), { movement })) session.deny(t('Choose a ship first.'));
    },

    /** Builds on the neighbour that lies towards a tile. @param {readonly number[]} tile */
    buildTowards(tile) {
      const planets = chosen().filter(({ kind }) => kind === 'planet');
      const done = act((entity) => {
        if (!planets.includes(entity)) return null;
        const step = [Math.sign(tile[0] - entity.x), Math.sign(tile[1] - entity.y)];
        const [dir] = Object.entries(DIRECTIONS).find(([, way]) => String(way.step) === String(step)) ?? [];
        return dir ? { do: 'build', ...state.build, dir: /** @type {Direction} */ (dir) } : null;
      });
      if (!done) session.deny(t('Choose a planet of yours and a tile beside it.'));
    },

    /** The burst that is tried out: the server is asked what it would do. @param {number} radius 0: none */
    tryBurst(radius) {
      change({ radius });
      const [ship] = chosen().filter(({ kind }) => kind === 'battleship');
      session.askAhead(radius && ship ? addAction(state.orders, ship.id, { do: 'overload', radius }) : null);
    },

    /** Drafts the burst that is tried. */
    fire() {
      if (!state.radius) return session.deny(t('Choose how far the burst reaches first.'));
      act(({ kind }) => (kind === 'battleship' ? { do: 'overload', radius: state.radius } : null));
    },

    /** What the only planet that is chosen bids in every round. @param {number} energy 0: nothing */
    bid(energy) {
      const [planet] = chosen();
      if (planet?.kind !== 'planet' || !session.canOrder()) return;
      const orders = setReflex(state.orders, planet, 'auto_charge', energy ? { mode: 'fixed', energy } : null);
      order(orders, {}, energy ? t('bids {n} each round', { n: energy }) : t('It bids nothing.'));
    },

    /** Does a planet stop to bid in the next step unless it is told again? @param {Shown} planet */
    bidsEnd: (planet) => stopOf(state.orders, planet, position().view.stride) !== null,

    /** The only planet that is chosen bids as it did, for as long again, and keeps back no more than that allows. */
    bidOn() {
      const [planet] = chosen();
      if (!planet || !session.canOrder()) return;
      const orders = bidsOn(state.orders, planet, position().view.stride);
      const rule = reflexesOf(orders, planet).find(({ type }) => type === 'auto_charge');
      if (rule)
        order(orders, {}, t('{name} bids on; {keep} energy stay.', { name: entityName(planet), keep: rule.keep ?? 0 }));
    },

    /** A named routine for all that are selected and have it. @param {string} name */
    routine(name) {
      const { routines } = position().view.tables;
      for (const kind of /** @type {Kind[]} */ (Object.keys(routines)))
        if (routines[kind][name])
          stand(
            chosen().filter((entity) => entity.kind === kind),
            standingRules(routines[kind][name]),
            bidsBeside(routines[kind][name]),
          );
    },

    /** Own entities that have nothing to do, planets first: their numbers are drawn by lot and give no order. */
    idle: () =>
      ownOf(position())
        .filter((entity) => own.isIdle(entity))
        .sort((a, b) => Number(b.kind === 'planet') - Number(a.kind === 'planet')),

    /** Goes to the next one that has nothing to do; null past the last, where nobody is chosen any more and the ways to go on stand again. @param {number} by */
    nextIdle(by) {
      const idle = own.idle();
      const one = next(idle, ({ id }) => id === state.selected.at(-1), by);
      if (one) own.select([one.id]);
      else {
        own.takeOut();
        say(idle.length ? t('These were all without orders.') : t('All of yours have orders.'));
      }
      return one;
    },

    /** Chooses somebody and shows it. @param {number} id */
    showEntity(id) {
      const one = known(id);
      if (one) session.ask('reveal', [one.x, one.y]);
      own.select([id]);
    },

    /** Is anything drafted for it? @param {number} id */
    isOrdered: (id) => [...state.orders.direct, ...state.orders.standing].some((entry) => entry.id === id),

    /** Has it neither orders nor a draft, and was not chosen to wait? Miners work by themselves. @param {Shown} entity */
    isIdle(entity) {
      const { id, kind, all } = entity;
      if (waitOf(state, entity)) return false;
      const rules = all?.standing;
      // Whom it was after is one's own by now, or was taken by it.
      const isDone = rules?.movement?.type === 'pursue' && known(rules.movement.id)?.seen === 'own';
      const moves = rules?.movement && rules.movement.type !== 'hold' && !isDone;
      return kind !== 'miner' && !own.isOrdered(id) && !all?.direct && !moves && (isDone || !rules?.reflexes?.length);
    },
  };
  return { ...session, ...own };
}

export const sessionOf = shared(make);
