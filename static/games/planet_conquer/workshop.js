/** How are maps drawn? What the kit's room of the drawing board needs to know of Planet Conquer: how a planet looks. */
import { tn } from 'app/i18n.js';
import { openDrawing } from 'kit/drawing/map_editor.js';
import { iconPath } from './names.js';

/** By how much can grow there, as on the board. @param {any} planet */
export const radiusOf = ({ max }) => 20 + 14 * Math.sqrt(Math.min(Number.isFinite(max) ? max : 600, 1000) / 1000);

/** Of what a kind looks from space. @type {Record<string, string>} */
const COLOURS = {
  base: '#3f7fd6',
  normal: '#8f8478',
  resource: '#4fb8c9',
  fortress: '#c9553d',
  wasteland: '#c9a04b',
  core: '#9a6bd0',
  relay: '#5fae6e',
};

/** @returns {import('kit/drawing/map_editor.js').MapCraft} */
const craft = () => ({
  look: (planet) => ({
    radius: radiusOf(planet),
    icon: iconPath(planet.kind ?? 'normal'),
    colour: COLOURS[planet.kind] ?? COLOURS.normal,
  }),
  glance: ({ planets = [], starts = [] }) =>
    [tn('{n} planet', '{n} planets', planets.length ?? 0), tn('{n} start', '{n} starts', starts.length ?? 0)].join(
      ' · ',
    ),
});

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page */
export const mountWorkshop = (el, page) => openDrawing(el, page, craft);
