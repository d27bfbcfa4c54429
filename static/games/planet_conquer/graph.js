/**
 * Where do the ways of a map lead? Nodes by number and ways of a length between them: neighbours, the shortest chain, the nearest node
 * in a direction. Pure; knows no rules.
 */
import { towards } from 'board/pieces.js';

/**
 * A way as seen from one of its ends.
 * @template Fact
 * @typedef {{to: number, length: number, fact: Fact}} Way
 */

/**
 * @template Fact
 * @typedef {ReturnType<typeof createGraph<Fact>>} Graph
 */

/**
 * @template Fact
 * @param {number} size number of nodes
 * @param {{a: number, b: number, length: number, fact: Fact}[]} edges ways that can be gone in both directions
 */
export function createGraph(size, edges) {
  /** @type {Way<Fact>[][]} */
  const ways = Array.from({ length: size }, () => []);
  for (const { a, b, length, fact } of edges) {
    ways[a].push({ to: b, length, fact });
    ways[b].push({ to: a, length, fact });
  }
  return {
    /** Ways from each node, in the order of the map. */
    ways,

    /** The way between neighbours; null between others. @param {number} from @param {number} to @returns {Way<Fact> | null} */
    between: (from, to) => ways[from]?.find((way) => way.to === to) ?? null,

    /**
     * The shortest chain of nodes, both ends included, and its length. Where no way leads there: only the end, infinitely far.
     * @param {number} from @param {number} to @param {(node: number) => boolean} [mayPass] whether it may lead over a node
     * @returns {{stops: number[], length: number}}
     */
    shortest(from, to, mayPass = () => true) {
      const far = ways.map(() => Infinity);
      const before = ways.map(() => -1);
      const open = new Set([from]);
      far[from] = 0;
      while (open.size) {
        const next = [...open].reduce((best, node) => (far[node] < far[best] ? node : best));
        open.delete(next);
        if (next === to) break;
        for (const way of ways[next]) {
          if (far[next] + way.length >= far[way.to] || (way.to !== to && !mayPass(way.to))) continue;
          far[way.to] = far[next] + way.length;
          before[way.to] = next;
          open.add(way.to);
        }
      }
      const stops = [to];
      while (before[stops[0]] >= 0) stops.unshift(before[stops[0]]);
      return { stops, length: far[to] };
    },

    /**
     * The node most nearly in a direction: a neighbour if one lies there, else any.
     * @template {{x: number, y: number}} Node
     * @param {readonly Node[]} nodes by number @param {number} from @param {[number, number]} direction @returns {Node | null}
     */
    towards(nodes, from, [dx, dy]) {
      const near = ways[from].map(({ to }) => nodes[to]);
      return towards(nodes[from], near, dx, dy) ?? towards(nodes[from], nodes, dx, dy);
    },
  };
}
