/** What of a round matters to a club, and where was it? Losses first, then diplomacy, then gains; what others did among themselves last. */

/** How much an event matters to a club. @type {Record<string, (event: any, you: number | null) => number>} */
const WEIGHTS = {
  over: () => 100,
  eliminated: ({ seat }, you) => (seat === you ? 99 : 66),
  capital_lost: ({ seat }, you) => (seat === you ? 98 : 60),
  taken: ({ seat, was }, you) => (you !== null && was === you ? 94 : seat === you ? 72 : 24),
  washed_away: ({ seat }, you) => (seat === you ? 92 : 20),
  contested: ({ was }, you) => (you !== null && was === you ? 88 : 40),
  relation: ({ a, b }, you) => (a === you || b === you ? 90 : 44),
  justification: ({ target }, you) => (target === you ? 91 : 34),
  campaign_void: ({ seat }, you) => (seat === you ? 84 : 14),
  campaign_cut: ({ seat }, you) => (seat === you ? 82 : 12),
  unpaid: ({ seat }, you) => (seat === you ? 83 : 12),
  cut_off: () => 78,
  supplied: () => 58,
  not_connected: ({ seat }, you) => (seat === you ? 70 : 16),
  capital_moved: ({ seat }, you) => (seat === you ? 30 : 50),
  sighted: () => 26,
  campaign: ({ seat }, you) => (seat === you ? 6 : 28),
  paid: () => 8,
};

/** @satisfies {import('kit/describe.js').NewsTable<import('./position.js').Position>} */
export const NEWS = {
  weigh: (event, { view }) => WEIGHTS[event.type]?.(event, view.you) ?? 10,
  at({ at, cells }) {
    const [first] = cells ?? [];
    const place = at ?? first?.at ?? first;
    return Array.isArray(place) && place.length === 2 ? [place[0] + 0.5, place[1] + 0.5] : null;
  },
};
