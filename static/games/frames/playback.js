/**
 * What happened in a step, one thing after another? The table goes back to the position before and is changed by the events: cards shown,
 * lines of fire, dice, numbers of damage, moves. A press skips it. Under reduced motion nothing of it is played.
 */
import { h, replace, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { during } from 'app/rest.js';
import { plainName } from 'kit/describe.js';
import { volleys } from './dice.js';
import { createFlights } from './flight.js';
import { copyOf, patch } from './patch.js';
import { areaOf, EVENT_AREA, isShip, positionOf, seatOf } from './position.js';
import { createReveals } from './reveal.js';
import { revealsOf } from './reveals.js';
import { savedBy } from './saved.js';
import { cardName, sentence, unitName } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {Record<string, any>} Event */

/** What begins an act; what follows from it, up to the next, belongs to it. */
const ACTS = new Set([
  'attack',
  'cannon',
  'deploy',
  'event_card',
  'gear',
  'install',
  'move',
  'over',
  'peek',
  'play',
  'react',
  'recall',
  'redirect',
  'skill_used',
  'turn_start',
  'gather',
  'giant',
  'victory_shown',
  'fleets_shown',
]);
/** More acts than this wait: what is told of them no longer holds them up. */
const MANY = 8;

/**
 * The acts of a step in their order: each with all that comes of it.
 * @param {readonly Event[]} events @returns {Event[][]}
 */
export function actsOf(events) {
  /** @type {Event[][]} */
  const acts = [];
  for (const event of events) {
    if (!acts.length || ACTS.has(event.type)) acts.push([event]);
    else acts.at(-1)?.push(event);
  }
  return acts;
}

/** Acts as a course: each is a phase of its own, since each follows from what was before. @param {Event[][]} acts @returns {import('kit/beats.js').Course} */
const courseOf = (acts) => ({
  tracks: acts.flatMap((events, i) => events.map((event) => ({ at: i, lasts: 0, event }))),
  phases: acts.map((_, i) => ({ name: '', at: i })),
  length: acts.length,
});

/** Milliseconds at ordinary speed. */
const [MOVE, SHOT, NUMBER, SHAKE, SHORT] = [420, 380, 620, 320, 160];

/**
 * @param {{root: HTMLElement, over: HTMLElement, dice: import('./dice.js').Dice, cellOf: (key: string) => HTMLElement | null,
 *   show: (position: Position) => void, refresh: () => void, info: () => import('../../types').MatchInfo, say: (text: string) => void}} parts
 */
export function createPlayback({ root, over, dice, cellOf, show, refresh, info, say }) {
  const reveals = createReveals({ info, say });
  let isPlaying = false;
  let isSkipped = false;
  let isHeld = false;
  /** Nothing moves: each act is there at once, and seen until somebody goes on. */
  let isStill = false;
  let speed = 1;
  /** How far it is: acts that have ended, and parts of the present one. */
  let time = 0;
  /** @type {(() => void) | null} */
  let hurry = null;
  /** The first act that is played; those before it have just happened. */
  let from = 0;
  /** There is no time to tell it at length. */
  let isBrief = false;
  /** Acts that are still to come, with the view in which their step ends. @type {{events: Event[], after: any, shots: Map<Event, import('./dice.js').Shot[]>, rest: number, words: number, reveal: import('./reveals.js').Reveal | null}[]} */
  let waiting = [];
  /** The window that was open when the last step that was added began. @type {any} */
  let window = null;
  let all = 0;
  let follow = () => {};

  /** While somebody holds it, no wait ends; nor is it work that the page would have to rest from. @param {number} milliseconds @returns {Promise<void>} */
  function wait(milliseconds) {
    if (isSkipped || (isStill && !isHeld)) return Promise.resolve();
    const waited = new Promise((/** @type {(value: void) => void} */ go) => {
      const timer = isHeld ? undefined : setTimeout(done, milliseconds / speed);
      function done() {
        clearTimeout(timer);
        hurry = null;
        go();
      }
      hurry = done;
    });
    return isHeld ? waited : during('playback', waited);
  }

  /** The middle of an element over the table. @param {Element | null} element @returns {[number, number] | null} */
  function middle(element) {
    if (!element) return null;
    const [box, base] = [element.getBoundingClientRect(), over.getBoundingClientRect()];
    return [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
  }

  const chipOf = (/** @type {string} */ unit) => root.querySelector(`.fr-chip[data-unit="${unit}"]`);

  /** What is seen of a unit itself: the figure of a mech, the hull of a warship; else where it is. @param {Position} position @param {string | null} unit */
  function bodyOf(position, unit) {
    if (!unit) return null;
    const drawn = isShip(unit)
      ? root.querySelector(`.fr-home.seat-${seatOf(unit)} > .fr-keel > .fr-drawing`)
      : chipOf(unit)?.querySelector('.fr-figure');
    const key = areaOf(position, unit);
    return drawn ?? (key ? cellOf(key) : null);
  }

  /** @param {Position} position @param {string | null} unit */
  const spot = (position, unit) => middle(bodyOf(position, unit));

  /** Only who shoots and who is meant is seen clearly, plates and all; the others make way. @param {string[]} units none: all are seen again */
  function aside(units) {
    root.classList.toggle('firing', units.length > 0);
    for (const chip of root.querySelectorAll('.fr-chip'))
      chip.classList.toggle('in-shot', units.includes(/** @type {HTMLElement} */ (chip).dataset.unit ?? ''));
    for (const keel of root.querySelectorAll('.fr-home'))
      keel.classList.toggle(
        'in-shot',
        units.some((unit) => isShip(unit) && keel.classList.contains(`seat-${seatOf(unit)}`)),
      );
  }

  /** @param {[number, number] | null} at @param {string} text @param {string} kind */
  function float(at, text, kind) {
    if (!at) return;
    const mark = h('span', { class: `fr-float ${kind}`, style: { left: `${at[0]}px`, top: `${at[1]}px` } }, text);
    over.append(mark);
    setTimeout(() => mark.remove(), 1200 / speed);
  }

  /** Who is hit is seen to be: its figure, or its warship, shakes. @param {Position} position @param {string} unit */
  function shake(position, unit) {
    const key = areaOf(position, unit);
    const target = chipOf(unit) ?? (key && cellOf(key)?.parentElement);
    if (!target || isSkipped || isStill) return;
    target.animate(
      [0, -6, 6, -4, 2, 0].map((x) => ({ translate: `${x}px 0`, filter: x ? 'brightness(1.6)' : 'none' })),
      { duration: SHAKE / speed },
    );
  }

  /** @param {Position} position @param {Event} attack @param {import('./dice.js').Shot[]} shots */
  async function fire(position, attack, shots) {
    aside([attack.by, ...(attack.targets ?? [])]);
    const from = spot(position, attack.by);
    const ends = /** @type {[number, number][]} */ (
      (attack.targets ?? []).map((/** @type {string} */ unit) => spot(position, unit)).filter(Boolean)
    );
    // A glow, the beam in it, and its course.
    const lines = from
      ? ends.flatMap(([x, y]) =>
          ['glow', 'beam', 'course'].map((kind) =>
            s('line', {
              class: kind,
              x1: from[0],
              y1: from[1],
              x2: x,
              y2: y,
              pathLength: kind === 'course' ? null : 1,
            }),
          ),
        )
      : [];
    const drawn = s(
      'svg',
      { class: `fr-fire seat-${attack.by?.[1] ?? 0}` },
      lines,
      ends.flatMap(([x, y]) => [
        s('circle', { class: 'glow', cx: x, cy: y, r: 22 }),
        s('circle', { cx: x, cy: y, r: 15 }),
      ]),
    );
    over.append(drawn);
    if (from && attack.weapon) float([from[0], from[1] - 26], cardName(position, attack.weapon), 'word');
    await wait(SHOT);
    await dice.roll(shots, wait);
    root.classList.remove('rolling');
    for (const unit of new Set(shots.map(({ target }) => target)))
      if (!shots.some(({ target, landed }) => target === unit && landed))
        float(spot(position, unit), t('missed'), 'miss');
    drawn.remove();
    if (shots.length && !shots.some(({ landed }) => landed)) await wait(NUMBER);
  }

  const flights = createFlights({
    root,
    felt: /** @type {HTMLElement} */ (over.parentElement),
    wait,
    speed: () => speed,
    isStill: () => isStill || isSkipped,
  });

  /** A card that a seat uses: from its hand, if it is seen there, else from its warship, to whom it acts on. @param {Position} position @param {number} seat @param {string} card @param {Event[]} events of its act */
  function showPlayed(position, seat, card, events) {
    if (!position.cards[card]) return Promise.resolve();
    const held = seat === position.reader ? root.querySelector(`.fr-hold > .fr-card[data-card="${card}"]`) : null;
    const unit = events.find((event) => typeof event.unit === 'string')?.unit ?? position.sides[seat].ship.id;
    return flights.show(position, card, {
      from: held ?? root.querySelector(`.fr-ship.seat-${seat} .fr-hidden`),
      to: bodyOf(position, unit),
      isBack: !held,
      note: held ? null : t('{name} turns it over', { name: plainName(seat, info()) }),
    });
  }

  /** A chip glides from where it was to where it is. @param {string} unit @param {() => void} change */
  async function glide(unit, change) {
    const chip = () => chipOf(unit);
    const before = chip()?.getBoundingClientRect();
    change();
    const now = chip();
    if (!before || !now || isSkipped || isStill) return;
    const after = now.getBoundingClientRect();
    const offset = `translate(${before.left - after.left}px, ${before.top - after.top}px)`;
    now.animate([{ transform: offset }, { transform: 'none' }], {
      duration: MOVE / speed,
      easing: 'cubic-bezier(.2,.7,.2,1)',
    });
    await wait(MOVE);
  }

  /** @param {any} view @param {Event} event @param {any} after @param {Map<Event, import('./dice.js').Shot[]>} shots @param {Event[]} events of the same act */
  async function step(view, event, after, shots, events) {
    const position = positionOf(view);
    const draw = () => {
      patch(view, event, after);
      show(positionOf(view));
    };
    switch (event.type) {
      case 'attack':
        return fire(position, event, shots.get(event) ?? []);
      case 'move':
      case 'deploy':
        await glide(event.unit, draw);
        return wait(SHORT);
      case 'damage':
        float(spot(position, event.unit), `−${event.amount}`, 'bad hit');
        draw();
        if (event.amount) shake(position, event.unit);
        return wait(NUMBER);
      case 'heal':
        if (event.amount) float(spot(position, event.unit), `+${event.amount}`, 'good');
        draw();
        return wait(NUMBER);
      case 'destroyed':
        float(spot(position, event.unit), t('destroyed'), 'bad');
        draw();
        return wait(NUMBER);
      case 'event_card': {
        const area = cellOf(EVENT_AREA);
        const by = sentence(unitName(position, event.by));
        const note = t('{name} turns it over', { name: by });
        return flights.show(position, event.card, { from: area, to: area, isBack: true, note });
      }
      case 'weather':
      case 'weather_end':
      case 'draw':
        return draw();
      case 'drawn': {
        draw();
        const kind = position.cards[event.cards[0]?.card]?.kind === 'mech_card' ? 'mech' : 'ship';
        return flights.draw(position, event.cards, root.querySelector(`.fr-ship.near .fr-back-${kind}`));
      }
      case 'play':
      case 'react':
      case 'skill_used': {
        const used = event.card ?? event.gear ?? event.skill;
        const shown = showPlayed(position, event.seat ?? seatOf(event.unit), used, events);
        draw();
        return shown;
      }
      default: {
        patch(view, event, after);
        const saved = savedBy(position, event);
        const [x, y] = (saved && spot(position, saved.unit)) ?? [];
        if (!saved || x === undefined || y === undefined) return;
        float([x, y - (event.type === 'roll' ? 30 : 0)], saved.text, saved.kind);
        return wait(NUMBER);
      }
    }
  }

  /** @param {Frame} frame @param {((course: import('kit/beats.js').Course) => import('kit/beats.js').Course) | undefined} direct */
  function add(frame, direct) {
    const shots = new Map(volleys(frame.events).map((volley) => [volley.attack, volley.shots]));
    const acts = actsOf(frame.events);
    const course = courseOf(acts);
    const { phases } = direct?.(course) ?? course;
    const found = revealsOf(acts, window);
    window = frame.view.window;
    waiting.push(
      ...acts.map((events, i) => {
        const { rest = 0, words = 0 } = phases[i];
        const reveal = found.get(i) ?? null;
        // Its card and its number are the large words.
        return {
          events,
          after: frame.view,
          shots,
          reveal,
          rest: reveal && !isStill ? 0 : rest,
          words: reveal ? 0 : words,
        };
      }),
    );
    all += acts.length;
  }

  /** An act that owns the page: the table below it is as it is in the end. @param {any} view @param {typeof waiting[number]} act @param {((event: any) => void) | undefined} hear */
  async function revealAct(view, { events, after, reveal, shots }, hear) {
    const before = positionOf(copyOf(view));
    before.cards = view.cards;
    before.view.cards = view.cards;
    const first = events[0];
    if (first.type === 'attack') await fire(positionOf(view), first, shots.get(first) ?? []);
    dice.clear();
    for (const event of events) {
      hear?.(event);
      patch(view, event, after);
    }
    show(positionOf(view));
    if (isSkipped || !reveal) return;
    if (isStill) return reveals.hold(reveal, before, goOn);
    return reveals.play(reveal, before, { wait, hurry: () => hurry?.(), speed, isBrief });
  }

  function goOn() {
    isHeld = false;
    hurry?.();
  }

  return {
    playing: () => isPlaying,
    /** What holds it and hurries it, as if it were a timeline of acts. @type {import('kit/playback_bar.js').Player} */
    player: {
      progress: () => (isPlaying ? { time, end: all, held: isHeld } : null),
      hold(still) {
        isHeld = still;
        if (!still) hurry?.();
      },
      pace(wanted) {
        speed = wanted;
      },
      hurry: () => hurry?.(),
      jump(act) {
        from = act;
        isHeld = false;
        hurry?.();
      },
    },
    skip() {
      isSkipped = true;
      isHeld = false;
      hurry?.();
    },
    /** The step after the one that is played: its acts follow those that wait. @param {Frame} frame @param {import('kit/playback.js').How} how */
    join(frame, { direct }) {
      add(frame, direct);
    },
    /** Where nothing moves: the last picture of each act of a step that owns the page, at once. @param {Frame} previous @param {Frame} frame */
    still(previous, frame) {
      if (!previous.view.seats?.length || !frame.view.seats?.length) return;
      const view = copyOf(previous.view);
      [view.cards, view.you] = [frame.view.cards, frame.view.you];
      const acts = actsOf(frame.events);
      const found = revealsOf(acts, previous.view.window);
      /** @type {[import('./reveals.js').Reveal, Position][]} */
      const stills = [];
      acts.forEach((events, i) => {
        const reveal = found.get(i);
        if (reveal) stills.push([reveal, positionOf(Object.assign(copyOf(view), { cards: view.cards }))]);
        for (const event of events) patch(view, event, frame.view);
      });
      positionOf(frame.view);
      reveals.still(stills);
    },
    stop: reveals.stop,
    /** @param {Frame} previous @param {Frame} frame @param {import('kit/playback.js').How} how */
    async play(
      previous,
      frame,
      { speed: wanted, instant, hear, direct, isStill: still = false, isBrief: brief = false, follow: told = () => {} },
    ) {
      if (instant || isPlaying || !previous.view.seats?.length || !frame.view.seats?.length) return;
      isPlaying = true;
      root.classList.add('playing');
      isSkipped = false;
      isHeld = false;
      from = 0;
      isStill = still;
      isBrief = brief;
      window = previous.view.window;
      speed = wanted;
      time = 0;
      all = 0;
      waiting = [];
      follow = told;
      const view = copyOf(previous.view);
      view.you = frame.view.you;
      try {
        add(frame, direct);
        view.cards = frame.view.cards;
        show(positionOf(view));
        for (let act = waiting.shift(), i = 0; act && !isSkipped; act = waiting.shift(), i += 1) {
          const isLate = waiting.length > MANY;
          time = i;
          if (i < from) {
            for (const event of act.events) patch(view, event, act.after);
            show(positionOf(view));
            continue;
          }
          // What was rolled for the act before lies over nothing of this one.
          dice.clear();
          // How they fall is seen before words say what came of it.
          const isRolled = act.events.some((event) => act.shots.get(event)?.some(({ rolls }) => rolls.length));
          root.classList.toggle('rolling', isRolled && !isStill);
          if (!act.reveal) follow();
          if (act.words && !isRolled) await wait(act.words);
          time = i + 0.5;
          follow();
          view.cards = act.after.cards;
          if (act.reveal) await revealAct(view, act, hear);
          for (const event of act.reveal ? [] : act.events) {
            if (isSkipped) break;
            hear?.(event);
            await step(view, event, act.after, act.shots, act.events);
            if (isRolled && act.words && event.type === 'attack') await wait(act.words);
          }
          root.classList.remove('rolling');
          aside([]);
          time = i + 0.9;
          follow();
          if (act.rest && (!isLate || isHeld)) await wait(act.rest);
          reveals.close();
        }
      } finally {
        reveals.stop();
        isPlaying = false;
        root.classList.remove('playing', 'rolling');
        isHeld = false;
        waiting = [];
        dice.clear();
        flights.clear();
        aside([]);
        replace(over);
        refresh();
      }
    },
  };
}
