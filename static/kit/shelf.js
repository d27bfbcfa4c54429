/**
 * What has this browser drawn before? Pictures that take long and are the same in every match of a map and a theme lie in the browser's cache,
 * each under all that it was made of, and not beyond a release, which may draw them otherwise. They show ground, and nothing that happened on it.
 */
import { siteUrl } from 'app/site_url.js';

/** What makes up a drawing: pictures, and numbers that were worked out for them. @typedef {Record<string, OffscreenCanvas | ImageBitmap | Float32Array>} Parts */
/** @typedef {{get: (key: string) => Promise<Parts | null>, put: (key: string, parts: Parts) => Promise<void>}} Shelf */

const PREFIX = 'fogbound-drawn ';
/** Drawings that are kept; the first goes when one more comes. */
const MOST = 60;
const QUALITY = 0.95;

/**
 * The shelf of this page; null where the browser has none: on an address without encryption, or without a page.
 * @param {CacheStorage | undefined} [store] @param {string | undefined} [release] @returns {Shelf | null}
 */
export function createShelf(
  store = globalThis.caches,
  release = globalThis.document?.documentElement.dataset?.release,
) {
  if (!store || !release || !globalThis.crypto?.subtle) return null;
  const name = PREFIX + release;
  // Drawings of other releases go when the page begins.
  const cache = store.keys().then(async (names) => {
    await Promise.all(names.filter((one) => one.startsWith(PREFIX) && one !== name).map((one) => store.delete(one)));
    return store.open(name);
  });
  // Whoever asks is told; here nobody does yet.
  cache.catch(() => undefined);

  /** @param {string} key */
  async function addressOf(key) {
    // Balls are drawn finer on a finer screen.
    const text = new TextEncoder().encode(`${globalThis.devicePixelRatio ?? 1} ${key}`);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
    return siteUrl(`/drawn/${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
  }

  return {
    /** The parts of a drawing; null: it is not there, or cannot be read. */
    async get(key) {
      try {
        const found = await (await cache).match(await addressOf(key));
        if (!found) return null;
        // Its own type, letter by letter: a body out of the cache may have it in small letters, in which no part is found.
        const whole = new Response(await found.arrayBuffer(), { headers: found.headers });
        const parts = [...(await whole.formData())].map(async ([part, blob]) => [part, await opened(blob)]);
        return Object.fromEntries(await Promise.all(parts));
      } catch {
        return null;
      }
    },

    /** Keeps a drawing; a browser that is full keeps none. */
    async put(key, parts) {
      try {
        const [form, kept, address] = [new FormData(), await cache, await addressOf(key)];
        for (const [part, value] of Object.entries(parts)) form.append(part, await closed(value), part);
        await kept.put(address, new Response(form));
        const all = await kept.keys();
        await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((one) => kept.delete(one)));
      } catch {
        // It is drawn again the next time.
      }
    },
  };
}

/** @param {Parts[string]} value @returns {Promise<Blob>} */
async function closed(value) {
  if (value instanceof Float32Array) return new Blob([/** @type {Float32Array<ArrayBuffer>} */ (value)]);
  const canvas = new OffscreenCanvas(value.width, value.height);
  canvas.getContext('2d')?.drawImage(value, 0, 0);
  return canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
}

/** @param {FormDataEntryValue} blob @returns {Promise<Parts[string]>} */
async function opened(blob) {
  const file = /** @type {File} */ (blob);
  return file.type.startsWith('image/') ? createImageBitmap(file) : new Float32Array(await file.arrayBuffer());
}
