/** Where is a page of this site? The site may be below a path of its host, which every page has in `data-root` of <html>, as in "/fog/". */

const root = () => (typeof document === 'undefined' ? undefined : document.documentElement?.dataset?.root) ?? '/';

/** The address of a path of this site. Not for what the server sent: that is whole. @param {string} path begins with a slash */
export const siteUrl = (path) => root() + path.slice(1);

/** The name of a cookie of this site: another site at the host's root has cookies of the usual names. @param {string} name */
export const cookieName = (name) => (root() === '/' ? name : `fogbound_${name}`);
