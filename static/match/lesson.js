/**
 * What does a lesson say beside the board? Which scene this is, what to do in it, a hint, and, once the server finds it passed, why it
 * worked and the way on. Holds no rules: whether a scene is passed follows from the steps that the site has stored.
 *
 * @typedef {import("../types").SceneShown} SceneShown
 * @typedef {{
 *   verdict: "open" | "passed" | "failed", steps: number, learned: string,
 *   hint: string, first?: string, points?: number | null, change?: number | null,
 * }} Verdict `first` and what follows of puzzles of the day: what the first try has come to, and the rating after it
 */
import { get, post } from 'app/api.js';
import { csrfToken } from 'app/csrf.js';
import { byId, h, icon, replace, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { trying } from 'app/trouble.js';

/** In the address of a puzzle that is begun once more to see its answer. */
const ANSWER = '#answer';

/**
 * @param {{
 *   scene: SceneShown, announce: (text: string) => void, fail: (error: Error) => void, put: (orders: any) => void,
 * }} config `put` makes these orders the drafts of the step
 */
export function createLesson({ scene, announce, fail, put }) {
  const box = byId('lesson');
  const words = h('p', { class: 'lesson-words', id: 'lesson-words' });
  const left = h('span', { class: 'lesson-left' });
  const goal = h('p', { class: 'lesson-goal' });
  const hint = h('button', { type: 'button', class: 'button slim', 'aria-pressed': 'false', onclick: toggleHint });
  const again = h('button', {
    type: 'button',
    class: 'button slim',
    onclick: () => enter(scene.enter, scene.scene, true),
  });
  const on = h('button', { type: 'button', class: 'button slim primary', onclick: goOn });
  const match = h(
    'form',
    { method: 'post', action: scene.play },
    h('input', { type: 'hidden', name: 'csrfmiddlewaretoken', value: csrfToken() }),
    h('input', { type: 'hidden', name: 'game', value: scene.game }),
    h('button', { class: 'button slim primary' }, icon('bot'), t('Play a bot now')),
  );
  const answer = h('button', { type: 'button', class: 'button slim', onclick: showAnswer });
  const playOn = h('button', { type: 'button', class: 'button slim', onclick: goOnPlaying });
  const fold = h('button', { type: 'button', class: 'button slim lesson-fold', onclick: toggleFold });
  const leave = h('a', { class: 'button slim', href: scene.leave }, icon('door-open'), t('Leave'));
  /** Where there is little room, whoever has read the words may fold them; what is to be done stays. */
  let isFolded = false;
  /** @type {Verdict} */
  let now = scene;
  let isHinted = false;
  /** Why the answer on the board works. */
  let why = '';
  let asked = scene.steps;
  let isBusy = false;

  replace(
    box,
    h(
      'div',
      { class: 'lesson-where' },
      h('p', { class: 'lesson-of' }, ofWhat(scene)),
      h('h2', { class: 'lesson-title', id: 'lesson-title' }, scene.title),
      !scene.is_puzzle && scene.count > 1 && dots(scene),
    ),
    h('div', { class: 'lesson-says' }, words, goal),
    h('div', { class: 'lesson-acts' }, match, on, hint, answer, playOn, again, fold, leave),
  );
  replace(hint, icon('eye'), t('Hint'));
  replace(again, icon('rotate-ccw'), h('span', { class: 'lesson-act-words' }, t('Try again')));
  replace(answer, icon('eye'), t('Show the answer'));
  replace(playOn, icon('bot'), t('Play on from here'));
  draw();
  box.hidden = false;

  function toggleHint() {
    isHinted = !isHinted;
    isFolded = false;
    draw();
    if (isHinted) announce(now.hint);
  }

  function toggleFold() {
    isFolded = !isFolded;
    draw();
    // Somebody has asked for another height.
    box.style.minHeight = '';
  }

  function goOn() {
    if (scene.following) return enter(scene.enter, scene.following, false);
    if (scene.after) return enter(scene.after.enter, '', false);
    location.assign(scene.leave);
  }

  /** The best answer, as drafts in the first position: the page begins there once more if the board has gone on. */
  async function showAnswer() {
    if (!scene.solution) return;
    if (now.steps > 0) return enter(scene.enter, scene.scene, true, ANSWER);
    try {
      const found = await get(scene.solution, { wants: ['orders', 'why'] });
      put(found.orders);
      why = found.why;
      draw();
      announce(why);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  }

  async function goOnPlaying() {
    if (scene.play_on) await enter(scene.play_on, '', false);
  }

  /** @param {string} url @param {string} wanted the scene; "": the next one not passed @param {boolean} isAgain @param {string} [hash] */
  async function enter(url, wanted, isAgain, hash = '') {
    if (isBusy) return;
    isBusy = true;
    const form = new FormData();
    form.append('scene', wanted);
    form.append('again', isAgain ? '1' : '');
    try {
      const again = () => enter(url, wanted, isAgain, hash);
      location.assign((await trying('lesson', () => post(url, form, { wants: ['url'] }), again)).url + hash);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    } finally {
      isBusy = false;
    }
  }

  /** The board shows this step. @param {number} step */
  async function show(step) {
    if (location.hash === ANSWER && !why && now.first !== 'open') {
      history.replaceState(history.state, '', location.pathname + location.search);
      void showAnswer();
    }
    if (step <= asked || now.verdict !== 'open') return;
    const before = asked;
    asked = step;
    try {
      const wants = ['verdict', 'steps', 'learned'];
      const found = await trying(
        'verdict',
        () => get(scene.state, { wants }),
        () => show(step),
      );
      now = { ...now, ...found };
    } catch (error) {
      asked = before;
      fail(/** @type {Error} */ (error));
      return;
    }
    if (now.verdict !== 'open') isHinted = isFolded = false;
    draw();
    if (now.verdict === 'passed') announce(sentences([passedText(), ratedText(), now.learned]));
    else if (now.verdict === 'failed') announce(sentences([failedText(), ratedText()]));
  }

  function draw() {
    // What the words say changes while somebody plays: the room they take does not.
    if (box.offsetHeight) box.style.minHeight = `${box.offsetHeight}px`;
    box.dataset.verdict = now.verdict;
    box.toggleAttribute('data-folded', isFolded);
    const foldText = isFolded ? t('Show the text') : t('Fold the text');
    fold.setAttribute('aria-label', foldText);
    fold.title = foldText;
    replace(fold, icon(isFolded ? 'plus' : 'minus'));
    const isOpen = now.verdict === 'open';
    setText(words, wordsNow());
    const steps = scene.limit - now.steps;
    setText(left, isOpen && scene.limit ? tn('{n} step left', '{n} steps left', steps) : '');
    replace(
      goal,
      now.verdict === 'passed' ? icon('check') : icon('flag'),
      h('span', null, now.verdict === 'passed' ? passedText() : scene.goal),
      left,
    );
    hint.hidden = now.verdict === 'passed' || !now.hint;
    const isTried = !!scene.solution && now.first !== 'open';
    answer.hidden = !isTried || now.verdict === 'passed' || !!why;
    playOn.hidden = !isTried;
    hint.setAttribute('aria-pressed', String(isHinted));
    again.classList.toggle('primary', now.verdict === 'failed');
    again.hidden = isOpen && now.steps === 0;
    on.hidden = now.verdict !== 'passed';
    // Who has learned it all plays a match next; puzzles can wait.
    match.hidden = on.hidden || scene.is_puzzle || !!scene.following;
    on.classList.toggle('primary', match.hidden);
    replace(on, icon('play'), onText());
  }

  function passedText() {
    return scene.is_puzzle ? t('Solved.') : t('Passed.');
  }

  function wordsNow() {
    if (now.verdict === 'passed') return sentences([ratedText(), now.learned]);
    if (isHinted) return now.hint;
    if (now.verdict === 'failed') return sentences([failedText(), ratedText()]);
    return why || scene.text;
  }

  /** What the first try has done to the rating. */
  function ratedText() {
    if (typeof now.points !== 'number' || typeof now.change !== 'number') return '';
    const change = now.change < 0 ? `−${-now.change}` : `+${now.change}`;
    return t('Your rating after the first try: {points} ({change}).', { points: now.points, change });
  }

  function failedText() {
    return scene.limit && now.steps >= scene.limit
      ? t('You have used all your steps. Try again: the position is the same, and the others do the same.')
      : t('Not this time. Try again: the position is the same, and the others do the same.');
  }

  function onText() {
    if (scene.following) return t('Next scene');
    if (scene.after) return t('Next: {title}', { title: scene.after.title });
    return scene.solution ? t('To all puzzles') : t('To all lessons');
  }

  return { show };
}

/** @param {SceneShown} scene */
function ofWhat({ lesson, is_puzzle, number, count }) {
  if (is_puzzle) return t('Puzzle');
  return t('{lesson} · {number} of {count}', { lesson, number, count });
}

/** @param {SceneShown} scene */
function dots({ number, count }) {
  const all = Array.from({ length: count }, (_, place) =>
    h('span', { class: place + 1 < number ? 'past' : place + 1 === number ? 'here' : '' }),
  );
  return h('span', { class: 'lesson-dots', 'aria-hidden': 'true' }, all);
}
