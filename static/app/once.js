/** Under which key does the site do a thing once, however often it is asked for? A new one for each wish; lobby/platform/http/once.py keeps the answer. */

/** 128 random bits in hexadecimal. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
