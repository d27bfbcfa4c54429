/**
 * Who asks the site next for what may take long? It gives one visitor two places for that, and refuses what comes besides (429). So what a page
 * asks by itself waits for what it asked before, and one place is left for what a person asks for.
 */

/** What was asked last, answered or refused. @type {Promise<unknown>} */
let last = Promise.resolve();

/** @template Answer @param {() => Promise<Answer>} ask @returns {Promise<Answer>} */
export function inTurn(ask) {
  const answer = last.then(ask);
  last = answer.catch(() => undefined);
  return answer;
}
