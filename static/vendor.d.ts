/** What the bundles in static/vendor/ export, as their packages type it (.ci/vendor.mjs makes them). Nothing loads this file. */

declare module 'vendor/codemirror.js' {
  export * from '@codemirror/autocomplete';
  export * from '@codemirror/commands';
  export * from '@codemirror/lang-python';
  export * from '@codemirror/language';
  export * from '@codemirror/lint';
  export * from '@codemirror/search';
  export * from '@codemirror/state';
  export * from '@codemirror/view';
  export { tags } from '@lezer/highlight';
}

declare module 'vendor/uplot.js' {
  export { default } from 'uplot';
}
