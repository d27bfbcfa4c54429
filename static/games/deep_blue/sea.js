/** In which colours is the sea chart painted? By night and by day; all else of it is the kit's. */

/** @import { Theme } from './types' */

/** @type {Theme} */
const NIGHT = {
  dark: true,
  sea: ['#3A9AA0', '#237386', '#17536F', '#103A58', '#0B2743', '#081A31'],
  land: ['#DCC48C', '#9A9A5E', '#617B49', '#4C6342', '#6E6855', '#9A927E', '#CBC5B5'],
  depth: 'rgba(140,205,220,0.2)',
  coast: 'rgba(240,226,180,0.55)',
  shadow: 'rgba(2,8,18,0.38)',
  foam: [222, 240, 242],
  swell: [
    [5, 14, 30],
    [160, 212, 228],
  ],
  grid: 'rgba(150,195,220,0.085)',
  sounding: 'rgba(176,212,228,0.36)',
  beyond: 'rgba(7,11,21,0.3)',
  beneath: '#081425',
};
/** @type {Theme} */
const DAY = {
  dark: false,
  sea: ['#D8EEE4', '#B6DCDC', '#97C7D2', '#7DB2C6', '#699FBA', '#5B8FAD'],
  land: ['#EFE3BF', '#D2CFA0', '#B3BC8B', '#9AA97C', '#AFA690', '#C6BEAC', '#E2DDD2'],
  depth: 'rgba(30,84,112,0.2)',
  coast: 'rgba(110,92,48,0.65)',
  shadow: 'rgba(2,8,18,0.16)',
  foam: [255, 255, 255],
  swell: [
    [70, 118, 146],
    [255, 255, 255],
  ],
  grid: 'rgba(20,60,90,0.1)',
  sounding: 'rgba(16,56,84,0.45)',
  beyond: 'rgba(198,205,211,0.4)',
  beneath: '#A8BCC8',
};

/** The colours for a dark or a light page; always the same object. @param {boolean} dark */
export function themeOf(dark) {
  return dark ? NIGHT : DAY;
}
