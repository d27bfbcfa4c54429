/** What wins a match of Cosmos, how far is it, and what should somebody know in the first steps? */
import { t } from 'app/i18n.js';
import { beaten } from './beaten.js';
import { callAsIn, properName } from './names.js';
import { isEmpty, whole } from './orders.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const course = { round: view.round, last: view.rounds };
  if (!view.weapon) return t('The last one, or the best final weapon wins · round {round} of {last}', course);
  const params = { ...course, n: view.weapon.own, safe: view.safe, left: view.rounds - view.round + 1 };
  // What others have is hidden: as soon as one's own alone are more than the rounds left, it can end with any of them.
  if (view.rules.end_when_decided && params.n > params.left && params.left > 0)
    return t('It ends as soon as you lead by more than the rounds left: {n} won, {left} left', params);
  if (beaten().length)
    return t('A rival has no planet left that is known: destroy his last ships, or win {safe} bids ({n} won)', params);
  return t('Win {safe} weapon bids or be the last: {n} won · round {round} of {last}', params);
}

/** The most points that anybody else has at the end, or can have until then. @param {import('./types').CosmosView} view */
export function mostOfOthers({ seat, round, rounds, weapon, outcome }) {
  /** @type {import('./types').Ranked[] | undefined} */
  const ranking = outcome?.ranking;
  if (!ranking) return Math.max(0, Math.min(round, rounds + 1) - 1 - (weapon?.own ?? 0));
  return Math.max(0, ...ranking.filter((line) => line.seat !== seat).map(({ points }) => points));
}

/** Hints of the first steps: before anything is drafted, and then. @type {{key: string, text: (home: string, free: string) => string}[][]} */
const HINTS = [
  [
    {
      key: 'step 1',
      text: (home, free) =>
        free
          ? t(
              '{home} is your planet, {planet} is nobody’s. On the chart stand ways to begin: choose one, or more than one.',
              {
                home,
                planet: free,
              },
            )
          : t('{home} is your planet. On the chart stand ways to begin: choose one, or more than one.', { home }),
    },
    {
      key: 'step 1 drafted',
      text: () => t('Ordered. The chart shows what the energy that is left allows. Press Ready: some rounds pass.'),
    },
  ],
  [
    {
      key: 'step 2',
      text: () => t('Who has energy left wins bids: each round the planet that bids most gains its owner a point.'),
    },
  ],
  [
    {
      key: 'step 3',
      text: () => t('A battleship bursts: it dies and hurts all around it. A planet that falls below 0 is yours.'),
    },
  ],
  [
    {
      key: 'step 4',
      text: () =>
        t(
          'Miners pay from their 50th round on. With nothing to do, Go on until beside Ready plays many steps at once.',
        ),
    },
  ],
];

/** After this part of the rounds somebody who bids nothing leaves points to others for next to nothing. */
const LATE = 0.1;

/** Is it late, and has no own planet ever bid? @param {any} view */
const bidsNothing = ({ round, rounds, own = [], weapon }) =>
  !weapon?.history.length &&
  round > LATE * rounds &&
  own.some((/** @type {import('./types').Own} */ { kind }) => kind === 'planet') &&
  !own.some((/** @type {import('./types').Own} */ { standing }) =>
    standing?.reflexes?.some(({ type }) => type === 'auto_charge'),
  );

/** Those of the first steps, and of one who bids nothing when it is late. @param {import('../../types').Frame} frame @param {import('../../types').Orders} [orders] */
export function hint({ step, view }, orders) {
  if (bidsNothing(view))
    return {
      key: 'bids nothing',
      text: t(
        'Nobody of yours bids: others gain a point a round for next to nothing. Choose a planet and bid 1 or 2 a round.',
      ),
    };
  const some = HINTS[step] ?? [];
  const draft = whole(orders);
  const { key, text } = some[isEmpty(draft) ? 0 : some.length - 1] ?? {};
  if (!text) return null;
  callAsIn(view);
  const nameOf = (/** @type {{id: number} | undefined} */ planet) => (planet ? properName(planet.id) : '');
  const isPlanet = (/** @type {{kind: string}} */ { kind }) => kind === 'planet';
  // Whoever sends a ship to it has done that.
  const isSent = draft.defaults.battleship?.movement?.type === 'pursue';
  const free = [...(view.foreign ?? []), ...(view.ghosts ?? [])].find(
    (one) => isPlanet(one) && one.seat === null && !isSent,
  );
  const said = text(nameOf(view.own?.find(isPlanet)), nameOf(free));
  return said ? { key, text: said } : null;
}
