/** What has the match done to ratings? Written beside the names of the ranking, a moment after the end: the site rates it then. One's own stands larger, with the way to the next rival. */
import { get } from 'app/api.js';
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';
import { oncePerFrame } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';

/** Milliseconds until it is asked, again and again, whether the match has been rated. */
const LOOKS = [300, 1_500, 4_000, 15_000, 30_000];
/** Milliseconds in which one's own rating counts from what it was to what it is. */
const COUNTS = 600;

/**
 * @typedef {{ seat: number, before: number, points: number, change: number, is_provisional: boolean }} Effect
 * @typedef {{ name: string, points: number, chance: number }} Rival `chance`: percent to win against them
 * @param {string} match @param {number | null} mine the reader's seat
 * @param {Element} box whose list items carry the number of their seat, with a place `.end-rating` @param {() => void} [onShown]
 */
export async function showChanges(match, mine, box, onShown) {
  for (const pause of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const { verdict, changes, rival } = await get(siteUrl(`/api/matches/${match}/ratings/`), {
        wants: ['verdict', 'changes'],
      });
      if (verdict === 'unrated') continue;
      for (const effect of changes) write(box, effect);
      const own = changes.find((/** @type {Effect} */ { seat }) => seat === mine);
      if (own) writeOwn(box, own, rival ?? null);
      onShown?.();
      return;
    } catch {
      // The card is shorter, nothing else.
      return;
    }
  }
}

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0');

/** @param {Element} box @param {Effect} effect */
function write(box, { seat, points, change, is_provisional: isProvisional }) {
  const line = box.querySelector(`[data-seat="${seat}"]`);
  if (!line || line.querySelector('.rating')) return;
  line.append(
    h(
      'span',
      { class: 'rating' },
      h('span', { class: 'visually-hidden' }, `${t('Rating')} `),
      `${points}${isProvisional ? '?' : ''} (${signed(change)})`,
    ),
  );
}

/** One's own rating before and after, and how far the next rival is. @param {Element} box @param {Effect} own @param {Rival | null} rival */
function writeOwn(box, { before, points, change, is_provisional: isProvisional }, rival) {
  const place = /** @type {HTMLElement | null} */ (box.querySelector('.end-rating'));
  if (!place) return;
  const now = h('b', { 'aria-hidden': 'true' }, String(points));
  replace(
    place,
    h(
      'p',
      { class: 'end-points' },
      t('Rating'),
      h('s', null, String(before)),
      h('span', { 'aria-hidden': 'true' }, '→'),
      now,
      h('span', { class: 'visually-hidden' }, `${points}${isProvisional ? ` ${t('provisional')}` : ''}`),
      h('i', { class: change < 0 ? 'bad' : 'good' }, signed(change)),
    ),
    rival && way(before, points, rival),
  );
  place.hidden = false;
  count(now, before, points);
}

/** The way from what one had to the next rival, as a bar. @param {number} before @param {number} points @param {Rival} rival */
function way(before, points, rival) {
  // It begins as far below as one has come or gone, so that the step of this match is seen.
  const low = Math.min(before, points) - Math.max(10, Math.round((rival.points - Math.min(before, points)) / 4));
  const part = (/** @type {number} */ at) =>
    `${Math.max(0, Math.min(100, ((at - low) / (rival.points - low)) * 100)).toFixed(1)}%`;
  return [
    h(
      'div',
      { class: `end-way${points < before ? ' lost' : ''}`, 'aria-hidden': 'true' },
      h('span', { class: 'base', style: { width: part(Math.min(before, points)) } }),
      h('span', {
        class: 'step',
        style: { left: part(Math.min(before, points)), right: `calc(100% - ${part(Math.max(before, points))})` },
      }),
      h('span', { class: 'dot', style: { left: part(points) } }),
    ),
    h(
      'p',
      { class: 'small end-rival' },
      t('Next: {name}, {points}. You win about {n} in 10.', {
        name: rival.name,
        points: rival.points,
        n: Math.max(1, Math.round(rival.chance / 10)),
      }),
    ),
  ];
}

/** @param {HTMLElement} element @param {number} from @param {number} to */
function count(element, from, to) {
  if (isMotionReduced() || from === to) return;
  const start = performance.now();
  const step = oncePerFrame(() => {
    const part = Math.min(1, (performance.now() - start) / COUNTS);
    element.textContent = String(Math.round(from + (to - from) * part));
    if (part < 1) step();
  });
  step();
}
