/**
 * How is a match shown to others? A link to this step with this view, a picture of the board, a film of the turning points. While the match goes on only
 * what strangers may see leaves the page.
 *
 * @typedef {{ step: number, title: string, line: string }} Moment a step of a film, and the words below it
 * @typedef {{
 *   match: string, board: HTMLElement, isOpen: () => boolean, link: () => string, step: () => number, as: () => string,
 *   words: () => { title: string, line: string }, cover?: () => import("../types").Cover | null, moments?: () => Moment[], go?: (step: number) => Promise<unknown>, theme: () => string,
 * }} Config
 *   `isOpen`: everything on this page may be shown to everybody; `cover`: what lies over the board and is not in its picture; `moments` and `go`: what a film shows, and the way there; without them the film is
 *   made on the page of the replay
 */
import { h, icon, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { asPng } from 'app/png.js';
import { siteUrl } from 'app/site_url.js';
import { blank, canvasesOf, compose, ofCanvases, ofStep, ofStrangers } from 'match/board_picture.js';
import { ofElements } from 'match/elements.js';
import { formOfFilm, MOST, record } from 'match/film.js';

/** Milliseconds between two looks at a board of page elements. */
const APART = 60;
/** Seconds of the longest film. */
const SECONDS = MOST / 1000;

/** @param {Config} config @returns {{ button: HTMLElement, open: () => void }} `button` opens what there is to share */
export function createShare(config) {
  const button = h('button', { type: 'button', class: 'button slim', onclick: open }, icon('share-2'), t('Share'));

  function open() {
    const said = h('p', { class: 'share-said small', role: 'status' });
    const stage = h('div', { class: 'share-stage' });
    const ways = h('div', { class: 'share-ways' });
    /** @type {AbortController | null} the film that is being made */
    let making = null;
    const dialog = h(
      'dialog',
      { class: 'dialog share', 'aria-labelledby': 'share-title' },
      h('form', { method: 'dialog', class: 'dialog-close' }, h('button', { class: 'button slim' }, t('Close'))),
      h('h2', { id: 'share-title' }, t('Share')),
      !config.isOpen() &&
        h('p', { class: 'small muted' }, t('The match goes on: others get only what spectators may see.')),
      ways,
      stage,
      said,
    );
    dialog.addEventListener('close', () => {
      making?.abort();
      dialog.remove();
      button.focus();
    });
    const tell = (/** @type {string} */ text) => replace(said, text);
    /** @param {() => Promise<unknown>} work */
    const trying = (work) => async () => {
      try {
        await work();
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'AbortError') tell(t('That did not work. Try again.'));
      }
    };

    async function shareLink() {
      const url = config.link();
      if (isHandheld() && navigator.share) return navigator.share({ title: config.words().title, url });
      try {
        await navigator.clipboard.writeText(url);
        tell(t('Link copied'));
      } catch {
        // The browser refuses the clipboard: the link stands there to be copied by hand.
        const field = h('input', { type: 'text', value: url, readonly: true, 'aria-label': t('Link') });
        replace(stage, field);
        field.select();
        tell(t('Copy it with your keyboard: it is selected.'));
      }
    }

    async function picture() {
      tell('');
      const canvas = blank();
      canvas.setAttribute('role', 'img');
      const { title, line } = config.words();
      canvas.setAttribute('aria-label', `${title}. ${line}`);
      const draw = await drawing();
      compose(/** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')), draw, { title, line });
      const blob = await asPng(canvas);
      replace(stage, canvas, handOut(blob, `fogbound-${config.match}.png`, t('Save the picture')));
    }

    /** What the board shows; of a match that goes on what strangers see, as the server draws it. */
    async function drawing() {
      if (!config.isOpen()) return ofStrangers(config.match, config.step());
      if (canvasesOf(config.board).length) return ofCanvases(config.board, config.cover?.());
      return ofElements(config.board).catch(() => small(config.step()));
    }

    /** The small picture of a step, for browsers that let no picture of page elements out. @param {number} step */
    const small = (step) => ofStep({ match: config.match, step, as: config.as(), theme: config.theme() });

    async function film() {
      const form = formOfFilm();
      const [moments, go] = [config.moments?.() ?? [], config.go];
      if (!form || !go || !moments.length) return;
      tell('');
      making = new AbortController();
      const bar = h('progress', { max: 1, value: 0, 'aria-label': t('The film is being recorded') });
      const cancel = h('button', { type: 'button', class: 'button slim', onclick: () => making?.abort() }, t('Cancel'));
      const view = h('div', { class: 'share-view' });
      replace(stage, view, h('div', { class: 'row' }, bar, cancel));
      const back = config.step();
      try {
        const made = await record({
          scenes: await scenesOf(moments, go),
          form,
          signal: making.signal,
          progress(part, canvas) {
            if (!canvas.isConnected) replace(view, canvas);
            /** @type {HTMLProgressElement} */ (bar).value = part;
          },
        });
        if (!made) return replace(stage);
        const name = `fogbound-${config.match}.${form.startsWith('video/mp4') ? 'mp4' : 'webm'}`;
        replace(stage, handOut(made, name, t('Save the film')));
        tell(t('The film is ready.'));
      } finally {
        making = null;
        await go(back);
      }
    }

    /** @param {Moment[]} moments @param {(step: number) => Promise<unknown>} go */
    async function scenesOf(moments, go) {
      const { board } = config;
      const isPainted = canvasesOf(board).length > 0;
      const first = isPainted ? ofCanvases(board) : await ofElements(board).catch(() => null);
      return Promise.all(
        moments.map(async ({ step, title, line }) => {
          const [words, before] = [{ title, line }, Math.max(0, step - 1)];
          if (!first) {
            const stills = await Promise.all([small(before), small(step)]);
            return { ...turning(stills), words };
          }
          if (!isPainted)
            return {
              ...following(
                board,
                first,
                () => go(before),
                () => go(step),
              ),
              words,
            };
          return { begin: () => go(before), play: () => go(step), draw: () => first, words };
        }),
      );
    }

    const canFilm = config.isOpen() && formOfFilm() !== null;
    const hasMoments = Boolean(config.go && config.moments?.().length);
    replace(
      ways,
      way(
        'link',
        isHandheld() ? t('Send the link') : t('Copy the link'),
        t('It opens this step with this view.'),
        trying(shareLink),
      ),
      way('image', t('Picture of the board'), t('With the title and how it stands.'), trying(picture)),
      config.isOpen() && !config.go
        ? h(
            'a',
            { class: 'button share-way', href: siteUrl(`/matches/${config.match}/replay/?share=film`) },
            icon('film'),
            h(
              'span',
              null,
              t('Film of the turning points'),
              h('small', null, t('It is made on the page of the replay.')),
            ),
          )
        : way(
            'film',
            t('Film of the turning points'),
            !config.isOpen()
              ? t('When the match is over.')
              : !canFilm
                ? t('This browser cannot record films.')
                : tn(
                    'At most {n} second; it takes as long to record.',
                    'At most {n} seconds; it takes as long to record.',
                    SECONDS,
                  ),
            trying(film),
            !canFilm || !hasMoments,
          ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  return { button, open };
}

/** A scene of two pictures. @param {import("match/board_picture.js").Draw[]} stills */
function turning([before, after]) {
  let now = before;
  return {
    begin: async () => void (now = before),
    play: async () => void (now = after),
    draw: () => now,
  };
}

/**
 * A scene of a board of page elements, which is looked at again and again while the step is played.
 * @param {HTMLElement} board @param {import("match/board_picture.js").Draw} first @param {() => Promise<unknown>} begin @param {() => Promise<unknown>} play
 */
export function following(board, first, begin, play) {
  let now = first;
  const look = async () => void (now = await ofElements(board));
  return {
    begin: () => begin().then(look),
    async play() {
      let isOn = true;
      const played = play().finally(() => {
        isOn = false;
      });
      while (isOn) {
        await look();
        // The page plays on between two looks.
        await new Promise((go) => setTimeout(go, APART));
      }
      await played;
      await look();
    },
    draw: () => now,
  };
}

/** @param {string} sign @param {string} text @param {string} more @param {() => void} onclick @param {boolean} [disabled] */
const way = (sign, text, more, onclick, disabled = false) =>
  h(
    'button',
    { type: 'button', class: 'button share-way', onclick, disabled },
    icon(sign),
    h('span', null, text, h('small', null, more)),
  );

/** The file, to be kept, or handed on where the device can. @param {Blob} blob @param {string} name @param {string} text */
function handOut(blob, name, text) {
  const file = new File([blob], name, { type: blob.type });
  const url = URL.createObjectURL(blob);
  const save = h('a', { class: 'button primary', href: url, download: name }, icon('download'), text);
  const canSend = isHandheld() && navigator.canShare?.({ files: [file] });
  const send =
    canSend &&
    h(
      'button',
      // Whoever puts the choice of the device away has changed their mind.
      { type: 'button', class: 'button', onclick: () => navigator.share({ files: [file] }).catch(() => undefined) },
      icon('share-2'),
      t('Send it'),
    );
  return h('div', { class: 'row share-files' }, save, send);
}

/** A phone or tablet: there sharing is an act of the device. */
const isHandheld = () => matchMedia('(pointer: coarse)').matches;
