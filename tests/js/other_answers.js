// Everything that may come in place of an answer: of networks with a page of their own, of proxies, of a session that has ended, of
// lines that break. Each as `fetch` gives it.

const html =
  (status, headers = {}) =>
  () =>
    new Response('<!doctype html><title>Welcome to our network</title>', {
      status,
      headers: { 'Content-Type': 'text/html', ...headers },
    });
const json = (status, body) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** A stream that breaks after its first bytes. */
const broken = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"text": "half'));
        controller.error(new TypeError('the line broke'));
      },
    }),
    { headers: { 'Content-Type': 'application/json' } },
  );

/** Only a browser makes answers of these kinds. */
const redirect = (facts) => () => ({
  type: 'basic',
  ok: false,
  status: 0,
  redirected: false,
  headers: new Headers({ 'Content-Type': 'application/json' }),
  text: async () => '{"url": "/elsewhere/", "text": ""}',
  ...facts,
});

/** By name: the answer, and what it must be told as. `way`: the button or link that leads on. */
export const OTHER_ANSWERS = {
  'a page': { answer: html(200), code: 'elsewhere', way: 'Try again' },
  'JSON of another kind': { answer: json(200, 5), code: 'elsewhere', way: 'Try again' },
  'an answer without content': {
    answer: () => new Response(null, { status: 204 }),
    code: 'elsewhere',
    way: 'Try again',
  },
  'a redirect': { answer: redirect({ type: 'opaqueredirect' }), code: 'elsewhere', way: 'Try again' },
  'a redirect that was followed': {
    answer: redirect({ ok: true, status: 200, redirected: true }),
    code: 'elsewhere',
    way: 'Try again',
  },
  '401 of the site': {
    answer: json(401, { code: 'logged_out', message: 'You are no longer logged in here.' }),
    code: 'logged_out',
    way: 'Log in again',
  },
  '401 of a proxy': { answer: html(401), code: 'logged_out', way: 'Log in again' },
  '401 in place of another person': {
    answer: json(401, { code: 'other_person', message: 'Somebody else is logged in here now.' }),
    code: 'other_person',
    way: 'Load the page anew',
  },
  413: { answer: html(413), code: 'too_large', way: null },
  429: { answer: html(429, { 'Retry-After': '7' }), code: 'too_many', way: 'Try again' },
  502: { answer: html(502), code: 'unavailable', way: 'Try again' },
  'half of the JSON': {
    answer: () => new Response('{"text": "ha', { headers: { 'Content-Type': 'application/json' } }),
    code: 'cut',
    way: 'Try again',
  },
  'a broken line': { answer: broken, code: 'cut', way: 'Try again' },
  'no network': {
    answer: () => Promise.reject(new TypeError('Failed to fetch')),
    code: 'offline',
    way: 'Try again',
  },
  silence: {
    answer: (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
    code: 'no_answer',
    way: 'Try again',
    isSilent: true,
  },
};
