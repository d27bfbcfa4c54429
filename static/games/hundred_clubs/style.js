/** Is the board's style sheet on the page? */
import { loadStyle as load } from 'app/dom.js';

/** Loads the style sheet once. */
export const loadStyle = () => load('games/hundred_clubs/hundred_clubs.css');
