/** Is the board's style sheet on a page that mounts no board? */
import { loadStyle as load } from 'app/dom.js';

/** Loads it once. */
export const loadStyle = () => load('games/hundred_clubs/hundred_clubs.css');
