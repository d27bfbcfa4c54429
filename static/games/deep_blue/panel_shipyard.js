/** What does the base build? Queue, products with their price, the composer of formations, the rally point. */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { chips, queue } from 'kit/lists.js';
import { button, refusal, section } from 'kit/parts.js';
import { sharesOf } from 'kit/shares.js';
import { productName } from './describe.js';
import { kindName, LAYERS, PLANES, placeName, sentence, word } from './names.js';
import { build, rebuild, reorder } from './orders.js';

/** @import { Composition, Entry, Part, Product, Session, Yard } from './types' */

/** Named compositions. */
const NAMES = /** @type {Record<string, () => string>} */ ({
  balanced: () => t('balanced'),
  fighters: () => t('fighters'),
  strike: () => t('strike'),
  torpedoers: () => t('torpedoers'),
  bombers: () => t('bombers'),
  recon: () => t('recon'),
});

/** What a kind is built for. @type {Record<string, () => string>} */
const USES = {
  submarine: () => t('against large ships'),
  destroyer: () => t('hunts submarines'),
  cruiser: () => t('shoots down planes'),
  battleship: () => t('beats other ships'),
  carrier: () => t('supplies the fleet'),
  cargo: () => t('fetches metal and fuel'),
};

/** @param {Session} session @returns {Part} */
export function createShipyard(session) {
  const { state } = session;
  let planes = [4, 2, 3, 1];
  let worth = /** @type {Composition | null} */ (null);
  let asked = '';
  const yard = () => /** @type {Yard | undefined} */ (state.told?.production);
  /** What can still be spent in this round: what is brought in it comes too late. @param {Yard} known */
  const unspent = ({ metal: [now], entries }) =>
    entries.reduce((left, { draft, fails, cost }) => left - (draft && !fails ? cost : 0), now);
  const order = (/** @type {Product} */ product) => {
    if (session.canOrder())
      session.order(
        build(state.orders, { ...product, ...(state.rally ? { rally: state.rally } : {}) }),
        t('Build: {product}', { product: productName(product) }),
      );
  };
  const products = chips({ label: t('Build'), onchoose: (kind) => order({ kind }) });
  const coming = h('ul', { class: 'db-queue' });
  const drafts = queue({
    label: t('Ordered now'),
    key: (/** @type {{key: string, text: string}} */ { key }) => key,
    name: ({ text }) => text,
    create: () => {
      const element = h('span');
      return { element, show: ({ text }) => void (element.textContent = text) };
    },
    onmove: (from, to) => session.draft(reorder(state.orders, from, to)),
    onremove: (index) => session.draft(rebuild(state.orders, index, null)),
    canChange: session.canOrder,
  });
  const presets = chips({
    label: t('Compositions'),
    onchoose: (name) => compose(yard()?.products.find((one) => one.composition === name)?.planes ?? planes),
  });
  const shares = sharesOf({
    label: t('Planes of the formation'),
    names: PLANES.map((name) => sentence(name())),
    onset: compose,
  });
  const totals = h('p', { class: 'kit-hint' });
  const launch = button({ text: t('Build the formation'), act: () => order({ kind: 'formation', planes }) });
  const rally = button({
    text: t('Rally point'),
    title: t('Where new units sail to'),
    act: () => session.change(state.rally ? { rally: null } : { aim: { kind: 'rally' } }),
  });
  const wrong = refusal();
  const crowded = h(
    'p',
    { class: 'kit-hint', hidden: true },
    t('The most that a fleet may count does not grow: there is room again once a unit of yours is lost.'),
  );
  const composer = h(
    'details',
    { class: 'db-composer' },
    h('summary', null, t('Compose a formation')),
    presets.element,
    shares.element,
    totals,
    launch.element,
  );
  const part = section(
    t('Yard'),
    { class: 'db-yard' },
    coming,
    drafts.element,
    products.element,
    crowded,
    composer,
    h('div', { class: 'kit-acts' }, rally.element),
    wrong.element,
  );

  /** Where the yard stands while another thing than the base is in hand. */
  const home = document.createComment('');

  /** Whoever has the base in hand wants to build: the yard comes before the fleet. */
  function moveUp() {
    const { element } = part;
    if (!element.parentElement) return;
    if (!home.parentNode) element.before(home);
    const isWanted = state.selected.includes(state.position?.base?.id ?? -1);
    const place = (isWanted && element.parentElement.querySelector('.db-unit')) || home;
    if (place.nextSibling !== element) place.after(element);
  }

  /** @param {number[]} next */
  function compose(next) {
    planes = next;
    show();
  }

  /** What the composition is worth, from the server. */
  async function reckon() {
    const key = planes.join();
    if (asked === key || !composer.open) return;
    asked = key;
    const answer = await session.question({ planes });
    if (asked !== key) return;
    worth = answer?.ask?.planes ?? null;
    show();
  }

  function show() {
    const known = yard();
    const { view, seat } = state.position ?? {};
    part.show({
      shown: !!view && seat !== null && view.seat !== null,
      aside: known
        ? t('{metal} metal, population {n} of {most}', {
            metal: unspent(known),
            n: known.population[1],
            most: known.population[2],
          })
        : '',
    });
    if (!view || view.seat === null) return;
    moveUp();
    const isOpen = session.canOrder();
    const entries = (known?.entries ?? []).filter(({ draft }) => !draft);
    coming.replaceChildren(...entries.map((one) => h('li', null, entryWords(one))));
    const waiting = (known?.entries ?? []).filter(({ draft }) => draft);
    drafts.show(
      (state.orders.production ?? []).map((product, i) => ({
        key: `${i} ${productName(product)}`,
        text: waiting[i] ? entryWords(waiting[i]) : sentence(productName(product)),
      })),
    );
    for (const each of [products.element, composer]) each.hidden = !isOpen;
    products.show(
      (known?.products ?? [])
        .filter(({ kind }) => kind !== 'formation')
        .map(({ kind, cost, rounds, population, refused, waits, late }) => ({
          key: kind,
          text: sentence(kindName(kind)),
          small: [
            USES[kind]?.(),
            priceWords({ cost, rounds, population }),
            refused && word(refused === 'queue_full' ? 'full' : refused),
            waits && t('would wait: no room in the population'),
            late && t('ready after the end of the match'),
          ]
            .filter(Boolean)
            .join(t('; ')),
          disabled: refused !== null,
        })),
    );
    crowded.hidden = !isOpen || !known?.products.some(({ kind, waits }) => waits && kind !== 'formation');
    presets.show(
      (known?.products ?? []).flatMap(({ composition, planes: of, cost, rounds, population }) =>
        composition
          ? {
              key: composition,
              text: NAMES[composition]?.() ?? composition,
              small: String(cost),
              title: priceWords({ cost, rounds, population }),
              pressed: of?.join() === planes.join(),
            }
          : [],
      ),
    );
    shares.show({ shares: planes });
    rally.show({
      text: state.rally ? t('Rally point {cell}: take away', { cell: placeName(state.rally) }) : t('Rally point…'),
      pressed: state.aim?.kind === 'rally',
      shown: isOpen,
    });
    launch.show({ disabled: !worth || worth.cost > (known ? unspent(known) : 0) || !known?.room });
    totals.textContent = worth && asked === planes.join() ? worthWords(worth) : '';
    wrong.show(state.error?.path.startsWith('production') ? state.error.message : '');
    void reckon();
  }
  composer.addEventListener('toggle', show);
  session.offer('yard', () =>
    requestAnimationFrame(() => {
      part.element.scrollIntoView({ block: 'start' });
      const first = products.element.querySelector('button:enabled');
      if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    }),
  );
  return { element: part.element, show };
}

/** @param {Entry} entry */
function entryWords({ kind, planes, rounds, waiting, fails, rally }) {
  const when = fails
    ? t('not enough metal')
    : waiting
      ? t('waits: {why}', { why: word(waiting) })
      : tn('in {n} round', 'in {n} rounds', rounds);
  const goal = rally ? t('bound for {cell}', { cell: placeName(rally) }) : '';
  return sentence([productName({ kind, planes }), when, goal].filter(Boolean).join(t(', ')));
}

/** What something costs: metal, rounds in the yard, population. @param {{cost: number, rounds: number, population: number}} product */
const priceWords = ({ cost, rounds, population }) =>
  tn('{cost} metal, {n} round, population {population}', '{cost} metal, {n} rounds, population {population}', rounds, {
    cost,
    population,
  });

/** @param {Composition} worth */
const worthWords = ({ cost, rounds, population, health, fuel, ammo, attack, sight }) =>
  t('{price}; health {health}, fuel {fuel}, ammo {ammo}; fire {fire}, torpedo {torpedo}, air {air}; sight {sight}', {
    price: priceWords({ cost, rounds, population }),
    health,
    fuel,
    ammo,
    fire: attack[0],
    torpedo: attack[1],
    air: attack[2],
    sight: sight.map((n, level) => `${LAYERS[level]()} ${n}`).join(t(', ')),
  });
