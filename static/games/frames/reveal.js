/**
 * How does an act that owns the page look? All around it goes dark: the card turns over large with its title and rules, the shot goes out thin and
 * dotted in its own colour and bends back thick, the number stands where it hits, the hull shakes by the damage, its bar drains and what it lost stays
 * red until the player goes on. The caption says it in words. Space or a press goes to the last picture, the next one goes on.
 */
import { h, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { press } from 'board/keyboard.js';
import { plainName } from 'kit/describe.js';
import { backElement, cardElement } from './card.js';
import { drawing } from './drawings.js';
import { isShip, seatOf } from './position.js';
import { captionOf, standsOf } from './reveals.js';
import { seatMark } from './units.js';
import { cardName, modelName } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./reveals.js').Reveal} Reveal */

/** Milliseconds of each part at ordinary speed, and how long the caption stays if nobody goes on. */
const TIMES = { dark: 250, out: 350, card: 300, read: 500, back: 450, hit: 200, drain: 400 };
export const STAYS = 4000;
/** Rays of a blow. */
const RAYS = 22;

/** Hit points before and after, each in its part of the bar; what is lost lies under what is left. @param {number} was @param {number} now @param {number} most */
const bar = (was, now, most) =>
  h(
    'span',
    {
      class: 'fr-rv-bar',
      // So many that each is thinner than the gap between them are one bar.
      style: {
        '--was': String(was / most),
        '--now': String(now / most),
        '--most': String(most),
        '--between': most > 25 ? '0px' : '2px',
      },
      'aria-hidden': 'true',
    },
    h('i', { class: 'lost' }),
    h('i', { class: 'left' }),
  );

/** One side of the scene: a warship or a mech with its hit points. @param {string} unit @param {Reveal} reveal @param {Position} position before it @param {'far' | 'near'} where */
function standElement(unit, { hits, lost }, position, where) {
  const seat = seatOf(unit);
  const mech = position.mechs.get(unit);
  const one = mech ?? position.sides[seat].ship;
  const most = mech?.max_hp ?? one.max_hp ?? 1;
  const hit = hits.find((each) => each.unit === unit);
  const now = hit?.hp ?? one.hp;
  const was = hit ? Math.min(most, now + hit.amount) : one.hp;
  const kinds = [where, `seat-${seat}`, hit && 'pays', lost.includes(unit) && 'falls', isShip(unit) ? 'ship' : 'mech'];
  return h(
    'div',
    {
      class: `fr-rv-stand ${kinds.filter(Boolean).join(' ')}`,
      dataset: { unit },
      style: { '--shake': `${Math.min(14, 3 + (hit?.amount ?? 0))}px` },
    },
    drawing(mech ? mech.model : one.card, mech ? 'mech' : 'ship', 'fr-rv-shape'),
    h(
      'p',
      { class: 'fr-rv-plate' },
      seatMark(seat),
      h('b', null, modelName(position, unit)),
      bar(was, now, Math.max(1, most)),
      h('span', { class: 'fr-rv-hp' }, `${now} / ${most}`),
    ),
  );
}

/** A curve that leaves one point sideways and comes to the other from the same side. @param {number[]} from @param {number[]} to @param {number} side how far to the side it goes */
const bend = ([x, y], [toX, toY], side) => `M${x} ${y}C${side} ${y} ${side} ${toY} ${toX} ${toY}`;

/** @param {number[]} at */
function burst([x, y]) {
  const rays = Array.from({ length: RAYS }, (_, i) => {
    const angle = (i / RAYS) * 2 * Math.PI;
    const [from, to] = [18, 46 + ((i * 37) % 50)];
    return `M${(Math.cos(angle) * from).toFixed(1)} ${(Math.sin(angle) * from).toFixed(1)}L${(Math.cos(angle) * to).toFixed(1)} ${(Math.sin(angle) * to).toFixed(1)}`;
  });
  return s(
    'g',
    { class: 'fr-rv-burst', transform: `translate(${x} ${y})` },
    s('g', null, s('circle', { class: 'halo', r: 58 }), s('path', { d: rays.join('') }), s('circle', { r: 12 })),
  );
}

/** Rings where a shot is caught. @param {number[]} at */
const ripples = ([x, y]) =>
  s(
    'g',
    { class: 'fr-rv-rings', transform: `translate(${x} ${y})` },
    [26, 48, 74, 104].map((rx) => s('ellipse', { rx, ry: rx * 0.36 })),
  );

/** The line that is drawn along a path: over it a mask grows. @param {string} d @param {string} kind @param {string} id */
function line(d, kind, id) {
  return s(
    'g',
    { class: `fr-rv-line ${kind}` },
    s(
      'mask',
      { id, maskUnits: 'userSpaceOnUse', x: -4000, y: -4000, width: 8000, height: 8000 },
      s('path', { class: 'fr-rv-mask', d, pathLength: 1 }),
    ),
    s(
      'g',
      { mask: `url(#${id})` },
      s('path', { class: 'glow', d }),
      s('path', { class: 'body', d }),
      s('path', { class: 'core', d }),
    ),
  );
}

/** What of the window it takes: from below the bar with clock and Ready, which stay in reach, to the foot, or to Ready where that is below. */
function room() {
  const bottom = (/** @type {Element | null} */ one) => one?.getBoundingClientRect();
  const head = bottom(document.querySelector('.match-bar'));
  const ready = bottom(document.querySelector('.match-act'));
  const isLow = ready && ready.height > 0 && ready.top > window.innerHeight / 2;
  return { top: Math.max(0, head?.bottom ?? 0), bottom: isLow ? window.innerHeight - ready.top : 0 };
}

/**
 * Builds the scene and puts it on the page.
 * @param {Reveal} reveal @param {Position} position as it was before @param {import('../../types').MatchInfo} info @param {() => void} onward what a press does
 */
function build(reveal, position, info, onward) {
  const { seat, card, carrier, shot, isBack, hits } = reveal;
  const [far, near] = standsOf(reveal, position).map((unit, i) =>
    standElement(unit, reveal, position, i ? 'near' : 'far'),
  );
  const lines = s('svg', { class: 'fr-rv-lines', 'aria-hidden': 'true' });
  const front = card && cardElement(position, card, { size: 'hand' });
  if (front && seat !== null)
    front.append(
      h(
        'p',
        { class: `fr-rv-who seat-${seat}` },
        seatMark(seat),
        h(
          'span',
          null,
          carrier
            ? t('{name} turns it over on {unit}', { name: plainName(seat, info), unit: modelName(position, carrier) })
            : t('{name} turns it over', { name: plainName(seat, info) }),
        ),
      ),
    );
  const turning =
    front &&
    h(
      'div',
      { class: 'fr-rv-card' },
      h(
        'div',
        { class: 'fr-rv-turn' },
        backElement(position.cards[card]?.kind === 'mech_card' ? 'mech' : 'ship', 'reading'),
        front,
      ),
    );
  const amount = hits[0]?.amount ?? 0;
  const number =
    hits.length || reveal.isStopped ? h('b', { class: `fr-rv-number${amount ? '' : ' none'}` }, `−${amount}`) : null;
  const label = shot && h('span', { class: 'fr-rv-arm' }, cardName(position, shot.weapon));
  const caption = captionOf(reveal, position, info);
  const on = h(
    'button',
    { type: 'button', class: 'fr-rv-on', onclick: onward },
    h('kbd', { 'aria-hidden': 'true' }, matchMedia?.('(pointer: coarse)').matches ? t('Tap') : t('Space')),
    h('span', null, t('go on')),
  );
  const { top, bottom } = room();
  const element = h(
    'div',
    {
      class: `fr-reveal${card ? ' answers' : ''}`,
      style: { '--top': `${top}px`, '--bottom': `${bottom}px` },
      onclick: (/** @type {Event} */ event) =>
        event.target !== on && !on.contains(/** @type {Node} */ (event.target)) && onward(),
    },
    far,
    near,
    lines,
    turning,
    label,
    number,
    h('p', { class: 'fr-rv-caption' }, caption),
    on,
  );
  document.body.append(element);

  const base = element.getBoundingClientRect();
  const { width, height } = base;
  /** The middle of who stands there. @param {string | undefined} unit @returns {[number, number] | null} */
  const at = (unit) => {
    const stand = unit && seatOf(unit) === position.near ? near : unit ? far : null;
    const box = stand?.querySelector('.fr-rv-shape')?.getBoundingClientRect();
    return box ? [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top] : null;
  };
  const middle = turning ? turning.getBoundingClientRect() : null;
  const half = (middle?.width ?? 120) / 2;
  const [left, right] = [
    Math.max(14, width / 2 - half - width * 0.16),
    Math.min(width - 14, width / 2 + half + width * 0.16),
  ];
  const [from, to] = [at(shot?.by), at(shot?.to)];
  const pays = at(hits[0]?.unit);
  /** Off the middle, where the guns are. @param {[number, number]} spot @param {number} side @returns {[number, number]} */
  const apart = ([x, y], side) => [x + (side * Math.min(width, 900)) / 6, y];
  if (from && to && shot?.by !== shot?.to) {
    const isStrike = !card;
    if (isStrike) lines.append(line(`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`, 'back', 'fr-rv-back'));
    else lines.append(line(bend(apart(from, -1), to, left), `out seat-${seatOf(shot?.by ?? '')}`, 'fr-rv-out'));
    if (!isStrike) lines.append(ripples(to));
    if (!isStrike && pays && hits[0].unit !== shot?.to)
      lines.append(
        line(
          isBack ? bend(to, apart(pays, 1), right) : `M${to[0]} ${to[1]}L${pays[0]} ${pays[1]}`,
          'back',
          'fr-rv-back',
        ),
      );
    if (label) {
      const [x, y] = apart(from, -1);
      const [wide, isBelow] = [label.offsetWidth, y > height / 2];
      // Beside the muzzle, and beside the card.
      const most = Math.min(x - 20, width / 2 - half - 20) - wide;
      label.style.setProperty('left', `${Math.max(8, isStrike ? x - wide : most)}px`);
      label.style.setProperty('top', `${isBelow ? y - 34 : y + 34}px`);
    }
  } else label?.remove();
  /** @type {[number, number] | null} */
  const end = pays ? (card && isBack ? apart(pays, 1) : pays) : to;
  if (end && hits.length) lines.append(burst(end));
  if (number) {
    const size = number.getBoundingClientRect().width;
    const [x, y] = end ?? [width / 2, height / 2];
    // Beside the card and below the far side's name, whoever pays.
    const beside = card ? width / 2 + half + 20 : 0;
    number.style.setProperty('left', `${Math.min(width - size - 12, Math.max(beside, x + 64))}px`);
    number.style.setProperty(
      'top',
      `${Math.max(card ? 116 : 60, Math.min(height - 150, y - (y > height / 2 ? 70 : 0)))}px`,
    );
  }
  return { element, caption, hasShot: !!(from && to), hasBack: !!lines.querySelector('.back') };
}

/** @param {{info: () => import('../../types').MatchInfo, say: (text: string) => void}} how */
export function createReveals({ info, say }) {
  /** What is shown, and what a press does now. @type {{element: HTMLElement, onward: () => void} | null} */
  let shown = null;

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (!shown || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    // Ready is Ready, also now, and who writes writes.
    const isElsewhere = target.closest?.('.match-bar, .match-act, input, textarea, select');
    const onward = () => {
      event.stopImmediatePropagation();
      shown?.onward();
    };
    if (press(event, { ...(!isElsewhere && { ' ': onward }), Escape: onward })) event.preventDefault();
  }

  /** @param {Reveal} reveal @param {Position} position @param {() => void} onward */
  function open(reveal, position, onward) {
    close();
    const built = build(reveal, position, info(), onward);
    shown = { element: built.element, onward };
    window.addEventListener('keydown', key, true);
    say(built.caption);
    return built;
  }

  function close() {
    if (!shown) return;
    shown.element.remove();
    shown = null;
    window.removeEventListener('keydown', key, true);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Stills that are to come. @type {[Reveal, Position][]} */
  let queue = [];

  function nextStill() {
    clearTimeout(timer);
    const next = queue.shift();
    if (!next) return close();
    open(...next, nextStill).element.classList.add('still', 'last');
    timer = setTimeout(nextStill, STAYS);
  }

  return {
    close,
    isShown: () => shown !== null,
    /**
     * Plays one, until somebody goes on or its time is over.
     * @param {Reveal} reveal @param {Position} position as it was before
     * @param {{wait: (milliseconds: number) => Promise<void>, hurry: () => void, speed: number, isBrief: boolean}} how `hurry` ends the wait that is under way
     */
    async play(reveal, position, { wait, hurry, speed, isBrief }) {
      let isLast = false;
      const { element, hasShot, hasBack } = open(reveal, position, () => {
        if (!isLast) {
          isLast = true;
          element.classList.add('last');
        }
        hurry();
      });
      element.style.setProperty('--pace', String(1 / speed));
      const part = async (/** @type {string} */ name, /** @type {number} */ milliseconds) => {
        element.classList.add(name);
        if (!isLast) await wait(milliseconds);
      };
      await part('dark', TIMES.dark);
      if (hasShot && reveal.card) await part('out', TIMES.out);
      if (reveal.card) await part('card', TIMES.card + TIMES.read);
      if (hasBack) await part('back', TIMES.back);
      await part('hit', TIMES.hit);
      await part('drain', TIMES.drain);
      isLast = true;
      element.classList.add('last');
      await wait(isBrief ? STAYS / 4 : STAYS);
      close();
    },
    /** The last picture at once, until somebody goes on or its time is over; several, also of more than one step, one after the other. @param {[Reveal, Position][]} all */
    still(all) {
      queue.push(...all);
      if (!shown) nextStill();
    },
    /** The last picture while its act is gone through. @param {Reveal} reveal @param {Position} position @param {() => void} onward */
    hold(reveal, position, onward) {
      open(reveal, position, onward).element.classList.add('still', 'last');
    },
    stop() {
      clearTimeout(timer);
      queue = [];
      close();
    },
  };
}
