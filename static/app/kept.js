/**
 * What does this browser keep for the person whom the page was made for? Drafts and what was put away, each under the person's number, so
 * that two people at one device never see each other's; all of it goes when its person logs out. Settings of the device have keys of their own.
 */

const ROOT = 'fogbound.of.';
/** Under this key: whose page was loaded last in this browser; "out": its person has logged out. */
const LAST = 'fogbound.last';
const OUT = 'out';
/** What the page without a line shows of somebody: names, or beginnings of names, of what is kept. */
export const LISTS = { mine: 'mine', drafts: 'drafts.' };

/** The number of the person whom the page was made for; "": of nobody. */
export const person = () => globalThis.document?.documentElement?.dataset?.account ?? '';

/** @param {() => Storage} storage as a browser that blocks it throws when it is named @param {(storage: Storage) => any} act */
function safely(storage, act) {
  try {
    return act(storage());
  } catch {
    return null; // Not available, or full: what was to be kept lasts as long as the page.
  }
}

/**
 * A place for a text of this person. @param {string} name
 * @param {{ isOfTab?: boolean, isTakenAlong?: boolean }} [how] `isOfTab`: it is kept as long as the tab; `isTakenAlong`: what was
 *   written before anybody was logged in goes to the one who logs in next
 */
export function keptAt(name, { isOfTab = false, isTakenAlong = false } = {}) {
  const storage = () => (isOfTab ? sessionStorage : localStorage);
  const key = () => `${ROOT}${person()}.${name}`;
  return {
    /** @returns {string | null} */
    read: () =>
      safely(storage, (place) => {
        const before = `${ROOT}.${name}`;
        const found = isTakenAlong && person() ? place.getItem(before) : null;
        if (found !== null && place.getItem(key()) === null) place.setItem(key(), found);
        if (found !== null) place.removeItem(before);
        return place.getItem(key());
      }),
    /** @param {string | null} text null: forgotten @returns {boolean} is it kept? */
    write: (text) =>
      safely(storage, (place) => {
        if (text === null) place.removeItem(key());
        else place.setItem(key(), text);
        return true;
      }) ?? false,
  };
}

/** The same for anything that JSON can say. @param {string} name @param {{ isOfTab?: boolean, isTakenAlong?: boolean }} [how] */
export function keptJson(name, how) {
  const place = keptAt(name, how);
  return {
    /** @returns {any} null: nothing that can be read */
    read() {
      try {
        return JSON.parse(place.read() ?? 'null');
      } catch {
        return null;
      }
    },
    /** @param {any} value null: forgotten */
    write: (value) => place.write(value === null ? null : JSON.stringify(value)),
  };
}

/** Forgets what is kept for people. @param {(name: string) => boolean} isSpared by its key */
function forget(isSpared) {
  for (const storage of [() => localStorage, () => sessionStorage])
    safely(storage, (place) => {
      const names = Array.from({ length: place.length }, (_, index) => place.key(index) ?? '');
      for (const name of names) if (name.startsWith(ROOT) && !isSpared(name)) place.removeItem(name);
    });
}

const last = () =>
  safely(
    () => localStorage,
    (place) => place.getItem(LAST),
  );
/** @param {string} who */
const remember = (who) =>
  safely(
    () => localStorage,
    (place) => place.setItem(LAST, who),
  );

/** A page was loaded: what another person has left in this browser goes. */
export function arrive() {
  const mine = person();
  if (!mine) {
    // A page for nobody may only mean that the session has ended: whoever comes back finds the drafts. But nobody's list is shown any more.
    remember(OUT);
    return;
  }
  forget((name) => name.startsWith(`${ROOT}${mine}.`) || name.startsWith(`${ROOT}.`));
  remember(mine);
}

/** The person logs out: nothing stays. */
export function leave() {
  forget(() => false);
  remember(OUT);
}

/**
 * What this browser keeps for the one whose page was loaded last, for a page that knows nobody.
 * @param {string} name of a list @param {string} drafts beginning of the names of unsent orders
 * @returns {{ list: any, unsent: number }} null and 0 if they have logged out
 */
export function keptOfLast(name, drafts) {
  const who = last();
  if (!who || who === OUT) return { list: null, unsent: 0 };
  const mine = `${ROOT}${who}.`;
  const found = safely(
    () => localStorage,
    (place) => {
      const names = Array.from({ length: place.length }, (_, index) => place.key(index) ?? '');
      const unsent = names.filter((one) => one.startsWith(`${mine}${drafts}`)).length;
      return { list: JSON.parse(place.getItem(`${mine}${name}`) ?? 'null'), unsent };
    },
  );
  return found ?? { list: null, unsent: 0 };
}

/** Has another person logged in, in another tab or since this page was left, in the place of the one whom it was made for? */
export function isOfAnother() {
  const now = last();
  return person() !== '' && now !== null && now !== OUT && now !== person();
}

/** Which match of a game is this person's first one here, which the second, and which hints of it are put away (match/first_match.js). @param {string} game */
export const firstMatchOf = (game) => keptJson(`first-match.${game}`);
