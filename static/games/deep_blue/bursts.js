/**
 * How does violence look on a board? Shells that arc, runs of bubbles, splashes, explosions, duels, crashes, goods handed over, a flag that
 * goes up; made of the simple tracks.
 */
import { even } from 'board/animate.js';
import { seatShape } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { hash } from 'kit/noise.js';
import { beam, burst, flash, pulse, rise, travel } from 'kit/tracks.js';

/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('kit/tracks.js').Place} Place */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {CanvasRenderingContext2D} Ctx */

const TURN = Math.PI * 2;
const FOAM = '#E6F6F8';
const FIRE = ['#FFF3C4', '#FFC247', '#FF7A2E', '#6B4A3C', '#2B2622'];

/** Milliseconds that something is on its way: through the air, through water. */
export const FLIGHT = { shell: 460, run: 640 };

/** A column of water with rings around it. @param {number} at @param {Place} place @param {number} [size] cells @returns {Track} */
export function splash(at, place, size = 1) {
  return {
    at,
    lasts: 760,
    ease: even,
    paint(ctx, view, k) {
      const [x, y] = place(view);
      const unit = Math.max(13, view.camera.scale) * size;
      const [up, gone] = [Math.sin(Math.min(1, k * 1.5) * Math.PI) ** 0.7 || 0, Math.max(0, (k - 0.45) / 0.55)];
      for (let ring = 1; ring < 4; ring += 1) {
        ctx.strokeStyle = faded(FOAM, (0.6 / ring) * (1 - k));
        ctx.lineWidth = 2.2 - ring * 0.45;
        ctx.beginPath();
        ctx.ellipse(x, y, unit * (0.12 + 0.22 * ring * (0.4 + k)), unit * (0.09 + 0.16 * ring * (0.4 + k)), 0, 0, TURN);
        ctx.stroke();
      }
      for (let i = 0; i < 46; i += 1) {
        const [u, v, s] = [hash(i, 1, 77), hash(i, 2, 77), hash(i, 3, 77) - 0.5];
        const high = unit * 1.7 * v * (1 - Math.abs(s)) * up;
        ctx.fillStyle = `rgba(${226 + 24 * (1 - v)},${242 + 10 * (1 - v)},250,${(0.65 - 0.4 * v) * (1 - gone) * (0.5 + 0.5 * u)})`;
        ctx.beginPath();
        ctx.arc(
          x + s * unit * (0.36 + 0.6 * v * v) * (0.6 + k * 0.5),
          y - high,
          unit * (0.085 - 0.05 * v) * (0.5 + u),
          0,
          TURN,
        );
        ctx.fill();
      }
    },
  };
}

/** A shell on its arc, with a streak. @param {number} at @param {Place} from @param {Place} to @returns {Track[]} */
export function shell(at, from, to) {
  return [
    flash({ at, lasts: 180 }, from, 0.5, '#FFD98A'),
    travel(
      { at, lasts: FLIGHT.shell },
      [from, to],
      (ctx, _, { x, y, angle }) => {
        ctx.translate(x, y);
        ctx.rotate(angle);
        const streak = ctx.createLinearGradient(-26, 0, 0, 0);
        streak.addColorStop(0, 'rgba(255,214,140,0)');
        streak.addColorStop(1, 'rgba(255,236,196,0.9)');
        ctx.strokeStyle = streak;
        ctx.lineWidth = 2;
        ctx.beginPath();
        ctx.moveTo(-26, 0);
        ctx.lineTo(0, 0);
        ctx.stroke();
        ctx.fillStyle = '#FFF7E0';
        ctx.beginPath();
        ctx.arc(0, 0, 2.4, 0, TURN);
        ctx.fill();
      },
      0.16,
    ),
  ];
}

/** Something runs through water and leaves bubbles. @param {number} at @param {Place} from @param {Place} to @returns {Track} */
export function run(at, from, to) {
  return {
    at,
    lasts: FLIGHT.run + 260,
    ease: even,
    paint(ctx, view, k) {
      const [[ax, ay], [bx, by]] = [from(view), to(view)];
      const head = Math.min(1, (k * (FLIGHT.run + 260)) / FLIGHT.run);
      const fades = Math.max(0, (k - 0.7) / 0.3);
      const long = Math.hypot(bx - ax, by - ay) || 1;
      const [nx, ny] = [-(by - ay) / long, (bx - ax) / long];
      const bubbles = Math.min(120, Math.ceil(long / 3));
      for (let i = 0; i < bubbles; i += 1) {
        const q = i / bubbles;
        if (q > head) break;
        const behind = head - q;
        const aside = (hash(i, 3, 9) - 0.5) * (1.5 + behind * 9);
        ctx.fillStyle = `rgba(226,246,248,${(0.85 - behind * 0.75) * (1 - fades)})`;
        ctx.beginPath();
        ctx.arc(ax + (bx - ax) * q + nx * aside, ay + (by - ay) * q + ny * aside, 0.7 + 1.4 * hash(i, 5, 9), 0, TURN);
        ctx.fill();
      }
      if (head >= 1) return;
      ctx.translate(ax + (bx - ax) * head, ay + (by - ay) * head);
      ctx.rotate(Math.atan2(by - ay, bx - ax));
      ctx.fillStyle = '#FFF3D6';
      ctx.strokeStyle = '#0A111E';
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.ellipse(0, 0, 5.5, 1.9, 0, 0, TURN);
      ctx.fill();
      ctx.stroke();
    },
  };
}

/** A dashed ring of oil where something went down, until all is over; `size` in cells. @param {number} at @param {Place} place @param {number} size @returns {Track} */
export function oil(at, place, size) {
  return {
    at,
    lasts: 1500,
    stays: 400,
    paint(ctx, view, k) {
      const [x, y] = place(view);
      const reach = Math.max(8, size * view.camera.scale * 0.6);
      ctx.beginPath();
      ctx.ellipse(x, y, reach, reach * 0.62, 0, 0, TURN);
      ctx.fillStyle = `rgba(6,10,18,${0.35 * k})`;
      ctx.fill();
      ctx.setLineDash([5, 4]);
      ctx.lineWidth = 2;
      ctx.strokeStyle = `rgba(214,170,84,${0.85 * k})`;
      ctx.stroke();
    },
  };
}

/** Fire, smoke and fragments; `size` in cells. @param {number} at @param {Place} place @param {number} size @returns {Track[]} */
export function explosion(at, place, size) {
  return [
    flash({ at, lasts: 420 }, place, size * 1.3, '#FFE1A0'),
    burst({ at, lasts: 850 }, place, size * 1.4, FIRE, 14 + Math.round(size * 22)),
    pulse({ at: at + 40, lasts: 700 }, place, size * 1.8, '#FFD9A0', 2),
    {
      at: at + 120,
      lasts: 1100,
      ease: even,
      paint(ctx, view, k) {
        const [x, y] = place(view);
        const unit = Math.max(13, view.camera.scale) * size;
        for (let i = 0; i < 9; i += 1) {
          const drift = unit * (0.25 + 0.9 * k) * (0.3 + hash(i, 1, 5));
          ctx.fillStyle = `rgba(${40 + 20 * hash(i, 2, 5)},36,34,${0.4 * (1 - k)})`;
          ctx.beginPath();
          ctx.arc(
            x + (hash(i, 3, 5) - 0.3) * unit * 0.7 + drift * 0.3,
            y - drift,
            unit * (0.12 + 0.26 * k) * (0.5 + hash(i, 4, 5)),
            0,
            TURN,
          );
          ctx.fill();
        }
      },
    },
  ];
}

/** A hit: a flash, fragments, the number of points lost. @param {number} at @param {Place} place @param {number} damage @param {boolean} isOwn @returns {Track[]} */
export function hit(at, place, damage, isOwn) {
  if (!damage) return [flash({ at, lasts: 240 }, place, 0.5, '#FFE9C0')];
  return [
    flash({ at, lasts: 300 }, place, 0.85, '#FFD590'),
    burst({ at, lasts: 520 }, place, 0.7, FIRE, 12),
    rise({ at: at + 60, lasts: 1000 }, place, `−${damage}`, isOwn ? '#FF8A80' : '#FFE08A'),
  ];
}

/** Two sides circle each other; a bar shows how mastery is shared, and words name it. @param {number} at @param {number} lasts @param {Place} place @param {[string, string]} colours attacker and defender @param {[number, number]} mastery @param {string} words @returns {Track} */
export function duel(at, lasts, place, colours, mastery, words) {
  return {
    at,
    lasts,
    ease: even,
    paint(ctx, view, k) {
      const [x, y] = place(view);
      const unit = Math.max(15, view.camera.scale);
      ctx.globalAlpha = Math.min(1, k * 8, (1 - k) * 8);
      colours.forEach((colour, side) => {
        for (let i = 0; i < 3; i += 1) {
          const angle = k * TURN * 2.2 + side * Math.PI + i * 0.55;
          const reach = unit * (0.55 + 0.15 * Math.sin(angle * 1.7 + i));
          ctx.strokeStyle = faded(colour, 0.75);
          ctx.lineWidth = 1.6;
          ctx.beginPath();
          ctx.ellipse(x, y, reach, reach * 0.7, 0, angle - 0.7, angle);
          ctx.stroke();
          ctx.fillStyle = mixed(colour, '#FFFFFF', 0.35);
          ctx.beginPath();
          ctx.arc(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.7, 2.6, 0, TURN);
          ctx.fill();
        }
      });
      const [wide, top] = [Math.max(44, unit * 1.6), y - unit * 1.15];
      const share = mastery[0] / Math.max(1, mastery[0] + mastery[1]);
      ctx.fillStyle = 'rgba(10,17,30,0.9)';
      ctx.fillRect(x - wide / 2 - 2, top - 2, wide + 4, 8);
      ctx.fillStyle = colours[0];
      ctx.fillRect(x - wide / 2, top, wide * share, 4);
      ctx.fillStyle = colours[1];
      ctx.fillRect(x - wide / 2 + wide * share, top, wide * (1 - share), 4);
      ctx.font = `700 11px ${view.palette.font}`;
      ctx.textAlign = 'center';
      ctx.lineWidth = 3;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = '#0A111E';
      ctx.strokeText(words, x, top - 8);
      ctx.fillStyle = '#FFFFFF';
      ctx.fillText(words, x, top - 8);
    },
  };
}

/** Two enemies meet: crossed arrows. @param {number} at @param {Place} place @param {[string, string]} colours @returns {Track[]} */
export function collision(at, place, colours) {
  return [
    pulse({ at, lasts: 600 }, place, 1, '#FFFFFF', 2),
    {
      at,
      lasts: 800,
      paint(ctx, view, k) {
        const [x, y] = place(view);
        const unit = Math.max(13, view.camera.scale) * 0.75;
        ctx.globalAlpha = Math.min(1, (1 - k) * 3);
        ctx.lineCap = 'round';
        for (const [colour, wide] of /** @type {[string, number][]} */ ([
          ['#0A111E', 6],
          ['', 3],
        ])) {
          colours.forEach((own, side) => {
            const [dx, dy] = [(side ? 1 : -1) * unit * (1.3 - 0.6 * k), -unit * (1.3 - 0.6 * k)];
            ctx.strokeStyle = colour || own;
            ctx.lineWidth = wide;
            ctx.beginPath();
            ctx.moveTo(x + dx, y + dy);
            ctx.lineTo(x - dx * 0.25, y - dy * 0.25);
            ctx.moveTo(x - dx * 0.25 + (side ? 6 : -6), y - dy * 0.25);
            ctx.lineTo(x - dx * 0.25, y - dy * 0.25);
            ctx.lineTo(x - dx * 0.25, y - dy * 0.25 - 6);
            ctx.stroke();
          });
        }
      },
    },
  ];
}

/** Smoke falls from the air to the sea. @param {number} at @param {Place} from @param {Place} to @returns {Track[]} */
export function crash(at, from, to) {
  return [
    travel({ at, lasts: 420 }, [from, to], (ctx, _, { x, y, k }) => {
      for (let i = 0; i < 7; i += 1) {
        ctx.fillStyle = `rgba(50,46,44,${0.55 * (1 - i / 7)})`;
        ctx.beginPath();
        ctx.arc(x - i * 2 * hash(i, 1, 3), y - i * 7, 2.5 + i * 1.1, 0, TURN);
        ctx.fill();
      }
      ctx.fillStyle = faded('#FF9A3C', 1 - k * 0.3);
      ctx.beginPath();
      ctx.arc(x, y, 3, 0, TURN);
      ctx.fill();
    }),
    splash(at + 400, to, 1.2),
    ...explosion(at + 400, to, 0.7),
  ];
}

/** A hose and crates between two places. @param {number} at @param {Place} from @param {Place} to @param {'hose' | 'crates'} by @param {string} colour @param {string[]} words @returns {Track[]} */
export function handOver(at, from, to, by, colour, words) {
  return [
    beam({ at, lasts: 900 }, from, to, colour, by === 'crates' ? 2 : 3),
    ...(by === 'crates'
      ? [0, 0.3, 0.6].map((late) =>
          travel({ at: at + late * 500, lasts: 560 }, [from, to], (ctx, _, { x, y }) => {
            ctx.fillStyle = '#C79A55';
            ctx.strokeStyle = '#0A111E';
            ctx.lineWidth = 1;
            ctx.fillRect(x - 3, y - 3, 6, 6);
            ctx.strokeRect(x - 3, y - 3, 6, 6);
          }),
        )
      : []),
    ...words.map((text, i) => rise({ at: at + 300 + i * 160, lasts: 900 }, to, text, colour)),
  ];
}

/** The captor's flag goes up. @param {number} at @param {Place} place @param {number} seat @param {string} colour @returns {Track[]} */
export function flag(at, place, seat, colour) {
  return [
    pulse({ at, lasts: 900 }, place, 2.2, colour, 3),
    {
      at,
      lasts: 1300,
      paint(ctx, view, k) {
        const [x, y] = place(view);
        const high = Math.max(30, view.camera.scale * 1.7);
        ctx.globalAlpha = Math.min(1, (1 - k) * 12);
        ctx.strokeStyle = '#0A111E';
        ctx.lineWidth = 5;
        ctx.lineCap = 'round';
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(x, y - high);
        ctx.stroke();
        ctx.strokeStyle = '#E7ECF3';
        ctx.lineWidth = 2;
        ctx.stroke();
        const top = y - high * Math.min(1, k * 1.6);
        ctx.fillStyle = colour;
        ctx.strokeStyle = '#0A111E';
        ctx.lineWidth = 1.2;
        ctx.beginPath();
        ctx.moveTo(x + 1, top);
        ctx.quadraticCurveTo(x + 12, top - 4, x + 26, top + 3);
        ctx.lineTo(x + 25, top + 17);
        ctx.quadraticCurveTo(x + 12, top + 10, x + 1, top + 15);
        ctx.closePath();
        ctx.fill();
        ctx.stroke();
        ctx.fillStyle = '#0A111E';
        seatShape(ctx, seat, x + 12, top + 6, 4);
        ctx.fill();
      },
    },
  ];
}

/** Something new is there. @param {number} at @param {Place} place @param {string} colour @returns {Track[]} */
export function launch(at, place, colour) {
  return [
    pulse({ at, lasts: 800 }, place, 1.6, mixed(colour, '#FFFFFF', 0.4), 3),
    flash({ at, lasts: 500 }, place, 1, mixed(colour, '#FFFFFF', 0.5)),
  ];
}
