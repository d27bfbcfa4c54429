// Does a page use anything that came to the browsers after 2023? The web's own data says when what came to all of them ("Baseline"). What
// CSS uses is checked by biome (biome.json). The long form (FOGBOUND_LONG=1) also looks up members of values by their types, which takes
// four times as long; tsc knows no younger members of the language itself (`lib` in static/tsconfig.json).
import parser from '@typescript-eslint/parser';
import baseline from 'eslint-plugin-baseline-js';

const IS_LONG = Boolean(process.env.FOGBOUND_LONG);
const PRESET = { preset: IS_LONG ? 'type-aware' : 'auto' };

/** What may be used although it is younger, or is not in all browsers: pages do without it. */
const ELSEWHERE = [
  // A number on the icon of an installed site, asked for with `?.`; the tab has it too.
  'badging',
  // Only modules that no other module imports wait at their top, so that Safari's fault with several that wait does not show.
  'top-level-await',
  // Where the clipboard is refused, what is to be copied is shown.
  'async-clipboard',
  // Hints for how much is loaded ahead, asked for with `?.`.
  'device-memory',
  // What is written on the person's keys, asked for with `?.`; others read those of an American keyboard.
  'keyboard-lock',
  'network-information',
  // Asked for before they are offered: elsewhere a link is copied, and notices come by the bell and by mail.
  'notifications',
  'share',
  // All desktops have it; a phone has no wheel.
  'wheel-events',
];

export default [
  { ignores: ['static/vendor/**'] },
  {
    files: ['static/**/*.js'],
    plugins: { 'baseline-js': baseline },
    languageOptions: IS_LONG ? { parser, parserOptions: { project: 'static/tsconfig.json' } } : {},
    // Comments for biome and tsc are not for this check.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'baseline-js/use-baseline': [
        'error',
        {
          available: 2023,
          ignoreFeatures: ELSEWHERE,
          includeWebApis: PRESET,
          includeJsBuiltins: PRESET,
        },
      ],
      // Of these the data knows nothing.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'AssignmentExpression > MemberExpression.left[property.name=/^(filter|letterSpacing|wordSpacing|fontKerning)$/]',
          message: 'Safari has no such property of a canvas: see kit/tone.js.',
        },
      ],
    },
  },
];
