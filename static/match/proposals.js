/**
 * What do the seats propose to each other, and how is it said? Words of the votes with who asked and who declined, the buttons of the Table
 * tab, the notices, and the same as text commands.
 *
 * @typedef {import("../types").VoteKind} VoteKind
 * @typedef {import("../types").Tally} Tally
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {(kind: VoteKind, value: boolean) => Promise<unknown>} Vote
 * @typedef {{ text: string, press: () => void }} Choice
 */
import { h, list, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { seatName } from 'match/seats.js';

export const KINDS = /** @type {VoteKind[]} */ (['pause', 'resume', 'extend', 'draw', 'abort']);

/** `name` is who asked, or who declined. @param {string} name @returns {Record<VoteKind, { ask: string, back: string, asked: string, declined: string }>} */
const texts = (name) => ({
  pause: {
    ask: t('Ask for a pause'),
    back: t('Withdraw: pause'),
    asked: t('{name} asks for a pause.', { name }),
    declined: t('{name} declines the pause.', { name }),
  },
  resume: {
    ask: t('Go on'),
    back: t('Withdraw: go on'),
    asked: t('{name} wants to go on.', { name }),
    declined: t('{name} does not want to go on yet.', { name }),
  },
  extend: {
    ask: t('Ask for more time'),
    back: t('Withdraw: more time'),
    asked: t('{name} asks for more time for this step.', { name }),
    declined: t('{name} declines more time.', { name }),
  },
  draw: {
    ask: t('Offer a draw'),
    back: t('Withdraw: draw'),
    asked: t('{name} offers a draw.', { name }),
    declined: t('{name} declines the draw.', { name }),
  },
  abort: {
    ask: t('Propose to abort the match'),
    back: t('Withdraw: abort'),
    asked: t('{name} proposes to abort the match.', { name }),
    declined: t('{name} declines to abort the match.', { name }),
  },
});

/** Where names are hidden nobody is named. @param {Info} info @param {Tally} tally */
const nameOf = (info, { by }) => (by === null ? t('Somebody') : seatName(info, by));

/** Steps that must pass before I may ask for it again; 0: none. @param {Status} status @param {Tally} tally */
const waits = ({ step }, { asked, again }) => (asked || again === null ? 0 : Math.max(0, again - step));

/** The buttons of the Table tab. @param {HTMLElement} box @param {Info} info @param {Status} status @param {boolean} isPlaying @param {Vote} vote */
export function showVotes(box, info, status, isPlaying, vote) {
  list(
    box,
    isPlaying ? KINDS.filter((kind) => status.votes[kind]) : [],
    (kind) => kind,
    (kind) =>
      h('button', {
        type: 'button',
        class: 'button slim',
        onclick: () => vote(kind, !box.querySelector(`[data-key=${kind}]`)?.matches('[aria-pressed=true]')),
      }),
    (element, kind) => {
      const tally = /** @type {Tally} */ (status.votes[kind]);
      const { ask, back } = texts(nameOf(info, tally))[kind];
      const left = waits(status, tally);
      element.setAttribute('aria-pressed', String(tally.mine));
      /** @type {HTMLButtonElement} */ (element).disabled = left > 0;
      const later = left ? ` (${tn('again in {n} step', 'again in {n} steps', left)})` : '';
      setText(element, (tally.mine ? back : ask) + later);
    },
  );
}

/**
 * What is proposed, by whom, and what one may answer; and what was declined.
 * @param {Info} info @param {Status} status @param {Vote} vote
 * @returns {{ key: string, text: string, choices: Choice[] }[]}
 */
export function proposalNotices(info, status, vote) {
  return KINDS.flatMap((kind) => {
    const tally = status.votes[kind];
    if (!tally) return [];
    const { asked, back, declined } = texts(nameOf(info, tally))[kind];
    if (tally.mine) return [mineNotice(kind, back, vote)];
    if (tally.asked) {
      const choices = [
        { text: t('Agree'), press: () => vote(kind, true) },
        { text: t('Decline'), press: () => vote(kind, false) },
      ];
      return [{ key: kind, text: asked, choices }];
    }
    return tally.declined && tally.by !== info.you ? [{ key: `declined ${kind}`, text: declined, choices: [] }] : [];
  });
}

/** What I have proposed or agreed to, until the others answer. @param {VoteKind} kind @param {string} back @param {Vote} vote */
function mineNotice(kind, back, vote) {
  const asked = {
    pause: t('A pause is proposed.'),
    resume: t('Resuming is proposed.'),
    extend: t('More time for this step is proposed.'),
    draw: t('A draw is offered.'),
    abort: t('Aborting the match is proposed.'),
  }[kind];
  const text = sentences([asked, t('Waiting for the others to agree.')]);
  return { key: `mine ${kind}`, text, choices: [{ text: back, press: () => vote(kind, false) }] };
}

/** The button with which a seat lets a paused match go on, unless that is proposed already: then it has a notice of its own. @param {Status} status @param {Vote} vote @returns {Choice[]} */
export function wayOn({ votes }, vote) {
  if (!votes.resume || votes.resume.asked) return [];
  return [{ text: t('Go on'), press: () => vote('resume', true) }];
}

/**
 * The same by command: `vote draw` proposes, `agree`, `decline` and `withdraw` are about what is proposed now.
 * @param {() => Status | null} status @param {Vote} vote @returns {Record<string, () => Promise<unknown>>}
 */
export function voteCommands(status, vote) {
  /** @param {(tally: Tally) => boolean} fits @param {boolean} value */
  const answer = (fits, value) => async () => {
    const votes = status()?.votes ?? {};
    const kind = KINDS.find((one) => votes[one] && fits(/** @type {Tally} */ (votes[one])));
    if (!kind) throw new Error(t('Nothing of that kind is proposed now.'));
    await vote(kind, value);
  };
  return {
    ...Object.fromEntries(KINDS.map((kind) => [`vote ${kind}`, () => vote(kind, true)])),
    agree: answer(({ asked, mine }) => asked && !mine, true),
    decline: answer(({ asked, mine }) => asked && !mine, false),
    withdraw: answer(({ mine }) => mine, false),
  };
}

/** What these commands mean. @returns {{ command: string, meaning: string }[]} */
export const voteHelp = () => [
  { command: 'vote draw', meaning: t('offer a draw; so too with pause, resume, extend and abort') },
  { command: 'agree', meaning: t('agree to what is proposed') },
  { command: 'decline', meaning: t('decline what is proposed') },
  { command: 'withdraw', meaning: t('take back what I have proposed') },
];
