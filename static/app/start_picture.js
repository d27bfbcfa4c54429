/**
 * What does iOS show while the installed site begins? It takes no picture from the manifest, only one of exactly its screen's size that the page names
 * when the site is put on the home screen. So the page names the pictures of this screen: both ways round, each theme.
 */
import { h } from 'app/dom.js';
import { siteUrl } from 'app/site_url.js';

/** @param {{ width: number, height: number }} size of the screen in points @param {number} ratio pixels of a point @param {HTMLElement} root of the page */
export function startPictures({ width, height }, ratio, root) {
  const { release = '', theme } = root.dataset;
  const [short, long] = [width, height].map((side) => Math.round(side * ratio)).sort((a, b) => a - b);
  const ways = { portrait: `${short}x${long}`, landscape: `${long}x${short}` };
  return Object.entries(ways).flatMap(([way, size]) =>
    ['dark', 'light'].map((system) =>
      h('link', {
        rel: 'apple-touch-startup-image',
        media: `(orientation: ${way}) and (prefers-color-scheme: ${system})`,
        href: siteUrl(`/icons/start-${size}-${theme ?? system}.png?${release}`),
      }),
    ),
  );
}
