/**
 * In which order is a step told, and when is what seen? Its lines of news become beats: what happened at one place in one phase. The course of
 * a step (its tracks and actors in the times of the game) is laid out anew, so that within each phase the beats come one after the other,
 * own losses and gains first, and all the rest together after them. Phases keep their order, which is that of the rules. Pure.
 */

/** @typedef {import('../types').News} News */
/** @typedef {import('../types').GameEvent} GameEvent */
/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('board/lines.js').Point} Point */

/**
 * A step as a game plays it: when things begin, milliseconds after its start. What an event brings about carries the event as `of`.
 * @typedef {object} Course
 * @property {Track[]} tracks
 * @property {import('./actors.js').Actor<any>[]} [actors]
 * @property {{name: string, at: number, rest?: number, words?: number}[]} phases from the first, which begins at 0; of boards of page elements, how long the words and the end of a beat in it are seen
 * @property {number} length
 */

/**
 * How a game's steps are told beside what its news say; all is optional.
 * @typedef {object} Telling
 * @property {number} [close] CSS pixels of a world unit from which on a beat is seen near
 * @property {number} [small] below so many the camera goes closer
 * @property {(scale: number, events: readonly GameEvent[]) => number} [over] CSS pixels above a place that the board itself fills with signs at that scale while these happen: numbers stand above them
 * @property {(scale: number) => number} [under] the same below a place; not there: as many as above
 * @property {number} [near] world units within which events of one phase are at one place; not there: only the very same place is one
 * @property {(event: GameEvent, events: readonly GameEvent[], isMoment?: boolean) => string | null} [group] events of one phase with the same name are one beat, wherever they are; `events`: all of the step; `isMoment`: its line stops the eye
 * @property {(session: any, told: {previous: any, frame: any, event: GameEvent} | null) => void} [still] with reduced motion: shows on the board what stands between two seats, until null
 * @property {(event: GameEvent) => Point[]} [places] where it was, if that is more than the place of its line
 * @property {(told: {lines: News[], events: GameEvent[], frame: any, before: any, info: any}) => string | null} [caption] one sentence for a beat of several events; null: that of its first line
 * @property {(told: {lines: News[], events: GameEvent[], frame: any, before: any, info: any}) => string | null} [short] a shorter sentence than that of its first line; null: that is short enough
 */

/**
 * @typedef {object} Beat
 * @property {News[]} lines the weightiest first
 * @property {GameEvent[]} events
 * @property {any} at its place, as the game's news have it; null: nowhere in particular
 * @property {Point[]} spots all its places on a canvas
 * @property {number} weight
 * @property {number} phase
 * @property {number} time of its first event, in the times of the game
 * @property {string | null} [name] of its group
 * @property {string} [text] its sentence
 */
/** @typedef {Beat & {from: number, still: number, to: number, words: number}} Placed when it is told: from, seen at its best, to; `words`: milliseconds that a moment's words have before anything happens */

/** Milliseconds: the camera is there, its end is seen, the words of a moment, the longest between two events of a beat and of all of them, the least for either, and what a beat takes at least. */
const TIMES = { lead: 250, rest: 500, words: 1000, apart: 700, act: 1100, read: 300, least: 760 };
/** An ordinary step takes so long at most, and a great one, of which so much is for all that is no beat. */
const LIMITS = { brief: 2600, ordinary: 4000, great: 12_000, rest: 0.45 };
/** From which weight on a line is a beat: of one's own, and of others. */
const WEIGHTS = { own: 70, seen: 30 };
/** Beats of what others did, and moments of a step, at most. */
const MOST = { seen: 2, moments: 2 };
/** So many beats that weigh make a step a great one. */
const GREAT = 4;

/** The event that something belongs to. @param {{of?: GameEvent, event?: GameEvent}} item */
const ownerOf = ({ of, event }) => of ?? event;

/** When each event begins and ends in a course. @param {Course} course */
function spansOf({ tracks, actors = [] }) {
  /** @type {Map<GameEvent, [start: number, end: number]>} */
  const spans = new Map();
  const note = (/** @type {GameEvent | undefined} */ event, /** @type {number} */ start, /** @type {number} */ end) => {
    if (!event) return;
    const known = spans.get(event) ?? [start, end];
    spans.set(event, [Math.min(known[0], start), Math.max(known[1], end)]);
  };
  for (const track of tracks) note(ownerOf(track), track.at, track.at + (track.stays ?? track.lasts));
  for (const { legs, turns, born, bornOf, gone, goneOf } of actors) {
    for (const { of, start, end } of legs) note(of, start, end);
    for (const { of, at } of turns) note(of, at, at);
    note(bornOf, born, born);
    if (gone !== Infinity) note(goneOf, gone, gone);
  }
  return spans;
}

/** @param {{at: number}[]} phases @param {number} time */
const phaseAt = (phases, time) =>
  Math.max(
    0,
    phases.findLastIndex(({ at }) => at <= time),
  );

/** @param {any} at @returns {at is Point} */
const isPoint = (at) => Array.isArray(at) && at.length === 2;

/** @param {any} a @param {any} b @param {number | undefined} near */
function isOnePlace(a, b, near) {
  if (!a || !b) return false;
  if (isPoint(a) && isPoint(b)) return Math.hypot(a[0] - b[0], a[1] - b[1]) <= (near ?? 0);
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The beats of a step, those of one phase by weight, phases in their order. Lines that weigh too little make none, but belong to what was there.
 * @param {News[]} news @param {readonly GameEvent[]} events of the step, in the order of the rules @param {Course} course @param {Telling} [telling]
 * @returns {Beat[]}
 */
export function beatsOf(news, events, course, { near, group, places } = {}) {
  const spans = spansOf(course);
  /** An event that shows nothing has the time of what came before it. @type {Map<GameEvent, number>} */
  const times = new Map();
  let last = 0;
  for (const event of events) {
    last = spans.get(event)?.[0] ?? last;
    times.set(event, last);
  }
  /** @type {(Beat & {name: string | null})[]} */
  const beats = [];
  for (const line of [...news].sort((a, b) => b.weight - a.weight)) {
    if (!line.text) continue;
    const { event, at } = line;
    const time = event ? (times.get(event) ?? last) : course.length;
    const phase = phaseAt(course.phases, time);
    const name = (event && group?.(event, events, !!line.moment)) ?? null;
    // What has no places of its own is where its line says.
    const where = (event && places?.(event)) ?? [];
    const spots = where.length || !isPoint(at) ? where : [at];
    const found = beats.find(
      (beat) =>
        beat.phase === phase && beat.name === name && (name !== null || (event && isOnePlace(beat.at, at, near))),
    );
    if (!found) {
      if (line.weight < WEIGHTS.seen) continue;
      const own = { lines: [line], events: event ? [event] : [], at, spots, weight: line.weight, phase, time, name };
      beats.push(own);
      continue;
    }
    found.lines.push(line);
    if (event) found.events.push(event);
    found.spots.push(...spots);
    found.time = Math.min(found.time, time);
  }
  // What one line tells of many events is one with it, also where the others have no line.
  for (const event of group ? events : []) {
    const name = group?.(event, events) ?? null;
    const own =
      name === null || beats.some(({ events: known }) => known.includes(event))
        ? null
        : beats.find((beat) => beat.name === name);
    if (!own || phaseAt(course.phases, times.get(event) ?? 0) !== own.phase) continue;
    own.events.push(event);
    own.spots.push(...(places?.(event) ?? []));
  }
  return beats.sort((a, b) => a.phase - b.phase || b.weight - a.weight);
}

/** That it is over, and who won, is told by the page once the step has been. @param {News[]} news @param {{final: boolean, events: readonly GameEvent[]}} frame */
export const beforeTheEnd = (news, { final, events }) =>
  final ? news.filter(({ at, event }) => at !== null || !event || event !== events.at(-1)) : news;

/** So many stills are turned by themselves. */
const STILLS = 3;

/** The weightiest, in their order. @template {Beat} One @param {One[]} beats */
export const fewOf = (beats) => {
  const kept = new Set([...beats].sort((a, b) => b.weight - a.weight).slice(0, STILLS));
  return beats.filter((beat) => kept.has(beat));
};

/**
 * Those that are told one after the other, as many as a step has time for; brief: only the weightiest.
 * @param {Beat[]} beats @param {{isBrief?: boolean, length: number}} how
 */
export function chosen(beats, { isBrief = false, length }) {
  const byWeight = [...beats].sort((a, b) => b.weight - a.weight);
  const own = byWeight.filter(({ weight }) => weight >= WEIGHTS.own);
  const told = [...own, ...byWeight.filter(({ weight }) => weight < WEIGHTS.own).slice(0, MOST.seen)];
  const isGreat = own.length >= GREAT || own.some(({ lines }) => lines.some(({ moment }) => moment));
  const limit = isBrief ? LIMITS.brief : isGreat ? LIMITS.great : LIMITS.ordinary;
  const free = limit - Math.min(length, limit * LIMITS.rest);
  const most = isBrief ? 1 : Math.max(1, Math.floor(free / TIMES.least));
  const kept = new Set(told.slice(0, most));
  return { beats: beats.filter((beat) => kept.has(beat)), limit };
}

/** How beat's events follow each other: none waits longer for the one before than it takes to see it. @param {Beat} beat @param {ReturnType<typeof spansOf>} spans */
function within({ events }, spans) {
  /** @type {Map<GameEvent, number>} */
  const offsets = new Map();
  const shown = events.filter((event) => spans.has(event));
  const start = (/** @type {GameEvent} */ event) => spans.get(event)?.[0] ?? 0;
  let [offset, before, lasts] = [0, null, 0];
  for (const event of shown.sort((a, b) => start(a) - start(b))) {
    const time = start(event);
    if (before !== null) offset += Math.min(TIMES.apart, time - before);
    before = /** @type {any} */ (time);
    offsets.set(event, offset);
    lasts = Math.max(lasts, offset + (spans.get(event)?.[1] ?? time) - time);
  }
  return { offsets, lasts };
}

/**
 * The course with its beats one after the other, and when each is told.
 * @param {Course} course @param {Beat[]} beats in the order in which they are told @param {number} limit milliseconds of the whole
 * @returns {{course: Course & {length: number}, beats: Placed[]}}
 */
export function laidOut(course, beats, limit) {
  const { phases, length } = course;
  const spans = spansOf(course);
  const owned = new Map(beats.flatMap((beat) => beat.events.map((event) => [event, beat])));
  const isFree = (/** @type {GameEvent | undefined} */ event) => !event || !owned.has(event);
  const share = (limit * (1 - LIMITS.rest)) / Math.max(1, beats.length);
  let moments = 0;
  const own = beats.map((beat) => {
    const { offsets, lasts } = within(beat, spans);
    const hasWords = moments < MOST.moments && beat.lines.some(({ moment }) => moment);
    if (hasWords) moments += 1;
    // Between two seats the words stand beside what happens, which takes the time that its game gives it.
    const isBetween = beat.lines.some(({ between }) => between);
    const words = hasWords ? (isBetween ? TIMES.lead : TIMES.words) : 0;
    // Its end is seen for a while, even if what it began has not quite ended.
    // What has large words is what a step is about: it is seen to its end.
    const room = hasWords ? TIMES.act : share - TIMES.lead - TIMES.read;
    return { beat, offsets, act: isBetween ? lasts : Math.min(lasts, TIMES.act, Math.max(TIMES.read, room)), words };
  });
  // What is no beat needs its time only where there is something to see.
  const starts = [...phases.map(({ at }) => at), length];
  const busy = phases.map((_, i) => {
    const isHere = (/** @type {number} */ start, /** @type {number} */ end) =>
      start < starts[i + 1] && end > starts[i] && end > start;
    return (
      course.tracks.some((one) => isFree(ownerOf(one)) && isHere(one.at, one.at + (one.stays ?? one.lasts))) ||
      (course.actors ?? []).some((one) => one.legs.some(({ of, start, end }) => isFree(of) && isHere(start, end)))
    );
  });
  const quiet = (/** @type {number} */ i) => (busy[i] || !own.some(({ beat }) => beat.phase === i) ? 1 : 0);
  const ordinary = starts.slice(0, -1).map((at, i) => (starts[i + 1] - at) * quiet(i));
  const sum = (/** @type {number[]} */ list) => list.reduce((all, one) => all + one, 0);
  const whole = sum(ordinary);
  const fixed = sum(own.map(({ act, words }) => act + Math.max(TIMES.lead, words)));
  const room = Math.max(limit * (own.length ? LIMITS.rest : 1), limit - fixed - own.length * TIMES.rest);
  const pace = whole > room ? room / whole : 1;
  const left = limit - whole * pace - fixed;
  const rest = own.length ? Math.max(0, Math.min(TIMES.rest, left / own.length)) : 0;
  // Where even that is too long, all of it goes faster.
  const total = whole * pace + fixed + rest * own.length;
  const hurry = Math.min(1, limit / Math.max(1, total));

  /** @type {Placed[]} */
  const placed = [];
  /** @type {Map<GameEvent, number>} */
  const moved = new Map();
  /** @type {number[]} */
  const begins = [];
  let now = 0;
  phases.forEach((_, i) => {
    for (const { beat, offsets, act, words } of own.filter((one) => one.beat.phase === i)) {
      const begin = now + Math.max(TIMES.lead, words);
      for (const [event, offset] of offsets) moved.set(event, begin + offset - (spans.get(event)?.[0] ?? 0));
      const to = begin + act + rest;
      placed.push({ ...beat, from: now, still: Math.min(begin + act, to - 1), to, words });
      now = to;
    }
    begins.push(now);
    now += ordinary[i] * pace;
  });
  const end = now;
  /** A time of the game's that belongs to no beat; `isEnd`: of something that ends then, before the beats of a phase that begins. @param {number} time @param {boolean} [isEnd] */
  const warped = (time, isEnd = false) => {
    if (time < 0) return 0;
    if (time >= length) return end + (time - length);
    const at = phaseAt(phases, time);
    const i = isEnd && at > 0 && phases[at].at === time ? at - 1 : at;
    return begins[i] + (time - phases[i].at) * quiet(i) * pace;
  };
  /** @param {GameEvent | undefined} event @param {number} time @param {boolean} [isEnd] */
  const timed = (event, time, isEnd) => {
    const by = event && moved.get(event);
    return (by === undefined ? warped(time, isEnd) : time + by) * hurry;
  };
  const tracks = course.tracks.map((track) => {
    const owner = ownerOf(track);
    const at = timed(owner, track.at, !owner && (track.stays !== undefined || track.until !== undefined));
    const until = track.until
      ? timed(track.until, spans.get(track.until)?.[0] ?? track.at)
      : track.stays !== undefined
        ? end * hurry
        : timed(owner, track.at + track.lasts, true);
    return { ...track, at, lasts: Math.max(0, until - at) };
  });
  const actors = course.actors?.map((actor) => ({
    ...actor,
    legs: actor.legs
      .map((leg) => ({ ...leg, start: timed(leg.of, leg.start), end: timed(leg.of, leg.end, true) }))
      .sort((a, b) => a.start - b.start),
    turns: actor.turns.map((turn) => ({ ...turn, at: timed(turn.of, turn.at) })).sort((a, b) => a.at - b.at),
    // Who comes into sight without a word is in full sight at the end.
    born: actor.born
      ? Math.min(timed(actor.bornOf, actor.born), actor.bornOf ? Infinity : Math.max(1, end * hurry - 250))
      : 0,
    gone: actor.gone === Infinity ? Infinity : timed(actor.goneOf, actor.gone),
  }));
  const last = Math.max(end * hurry, ...tracks.map(({ at, lasts }) => at + lasts));
  return {
    course: {
      // What stays is there to the very end, also while the last beat is still seen.
      tracks: tracks.map((track) =>
        track.stays !== undefined && !track.until ? { ...track, lasts: last - track.at } : track,
      ),
      ...(actors && { actors }),
      phases: phases.map(({ name }, i) => ({ name, at: phaseStart(placed, i, begins[i]) * hurry })),
      length: last,
    },
    beats: placed.map((one) => ({
      ...one,
      from: one.from * hurry,
      still: one.still * hurry,
      to: one.to * hurry,
      words: one.words * hurry,
    })),
  };
}

/** @param {Placed[]} placed @param {number} phase @param {number} begins where what is no beat begins */
const phaseStart = (placed, phase, begins) => placed.find((one) => one.phase === phase)?.from ?? begins;

/** Milliseconds in which a sentence is read: for so many letters, at least, at most. */
const READING = { letter: 32, least: 600, most: 1800 };

/** @param {string} text */
export const readingOf = (text) => Math.max(READING.least, Math.min(READING.most, text.length * READING.letter));

/**
 * When beats are told on a board that plays act by act, each a phase: with the act, and long enough to be read after it.
 * @param {Course} course @param {Beat[]} beats @param {number} limit milliseconds of all pauses
 * @returns {{course: Course, beats: Placed[]}}
 */
export function paused(course, beats, limit) {
  const { phases, length } = course;
  let moments = 0;
  const placed = beats.map((beat) => {
    const hasWords = moments < MOST.moments && beat.lines.some(({ moment }) => moment);
    if (hasWords) moments += 1;
    const to = phases[beat.phase + 1]?.at ?? length;
    return { ...beat, from: phases[beat.phase].at, still: to - 0.2, to, words: hasWords ? 0.4 : 0 };
  });
  const rests = placed.map(({ text = '' }) => readingOf(text));
  const slow = Math.min(
    1,
    limit /
      Math.max(
        1,
        rests.reduce((sum, one) => sum + one, 0),
      ),
  );
  const timed = phases.map((phase, i) => {
    const at = placed.findIndex((beat) => beat.phase === i);
    return at < 0 ? phase : { ...phase, rest: rests[at] * slow, words: placed[at].words ? TIMES.words : 0 };
  });
  return { course: { ...course, phases: timed }, beats: placed };
}

/** @param {{lines: {changes?: import('../types').Change[]}[]}} beat its numbers, those of one kind together */
export function numbersOf({ lines }) {
  /** @type {Map<string, import('../types').Change>} */
  const sums = new Map();
  for (const change of lines.flatMap(({ changes = [] }) => changes)) {
    const { amount: before = 0, named, name } = sums.get(change.kind) ?? change;
    const amount = sums.has(change.kind) ? before + change.amount : change.amount;
    sums.set(change.kind, { ...change, amount, name: named?.(Math.abs(amount)) ?? name });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

/**
 * The numbers of a beat, at their places: those of a group that happened at several are not one sum between them.
 * @param {Beat} beat @returns {{at: Point | null, numbers: import('../types').Change[]}[]} null: in the middle of it
 */
export function numbersAt({ name = null, lines }) {
  const counted = lines.filter(({ changes }) => changes?.length);
  const places = [...new Map(counted.map(({ at }) => [String(at), at])).values()];
  if (name === null || places.length < 2 || !places.every(isPoint))
    return [{ at: null, numbers: numbersOf({ lines }) }];
  return places.map((at) => {
    const here = counted.filter((line) => String(line.at) === String(at));
    return { at, numbers: numbersOf({ lines: here }) };
  });
}
