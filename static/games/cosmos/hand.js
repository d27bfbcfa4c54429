/**
 * What does a hand on the chart do? A press chooses one's own and, with ships in hand, sends them to what it meets; a drag from one's own sends as well, a
 * right click orders at once, a shape chooses all that it holds.
 */
import { t } from 'app/i18n.js';
import { taggedAt } from './next.js';
import { ownOf } from './position.js';

/** @import { Piece, Session } from './types' */

/** @param {Session} session */
export function pointer(session) {
  const { state, change } = session;
  const tileOfPiece = (/** @type {Piece} */ piece) => {
    if (piece.kind === 'tile') return /** @type {[number, number]} */ (piece.data);
    const entity = session.position().byId.get(piece.data);
    return entity ? /** @type {[number, number]} */ ([entity.x, entity.y]) : null;
  };

  /** Whom a piece shows. @param {Piece | null | undefined} piece */
  const entityOf = (piece) => (piece?.kind === 'entity' ? session.position().byId.get(piece.data) : undefined);

  /** The order that suits what is there: take a planet of others, analyse a miner, follow a foe, escort one's own, build beside a planet, else go. @param {[number, number]} tile @param {Piece} piece */
  function order(tile, piece) {
    const entity = entityOf(piece);
    if (!session.ships().length) {
      const [home] = session.chosen();
      return entity && home && entity.seen !== 'own' ? session.send(home, entity) : session.target(tile, 'build');
    }
    if (entity?.kind === 'planet' && entity.seen !== 'own' && session.attack(entity)) return;
    if (entity?.seen === 'own') session.target(tile, 'escort');
    else if (entity?.kind === 'miner' && session.chosen().some(({ kind }) => kind === 'scout'))
      session.target(tile, 'analyse');
    else session.target(tile, entity && entity.seat !== null ? 'pursue' : 'go');
  }

  return {
    /** @param {Piece} piece */
    draggable: (piece) => session.canOrder() && !state.aim && entityOf(piece)?.seen === 'own',
    on: {
      /** @param {{from: Piece, over: Piece | null} | null} drag */
      drag(drag) {
        const [from, to] = [entityOf(drag?.from)?.id ?? null, entityOf(drag?.over)?.id ?? null];
        if (from !== (state.pull?.from ?? null) || to !== (state.pull?.to ?? null)) session.pullTo(from, to);
      },
      /** @param {Piece} from @param {Piece | null} to */
      drop(from, to) {
        session.pullTo(null);
        const [one, goal] = [entityOf(from), entityOf(to)];
        const tile = to && tileOfPiece(to);
        if (!one || !to || !tile) return;
        if (one.kind === 'planet' && goal) return session.send(one, goal);
        session.select([one.id]);
        // Beside a planet it builds, farther off it has nothing to send.
        if (one.kind === 'planet' && Math.max(Math.abs(tile[0] - one.x), Math.abs(tile[1] - one.y)) > 1)
          return session.deny(t('A planet sends ships against planets: go on to one that is not yours.'));
        order(tile, to);
      },
      /** @param {Piece | null} piece */
      hover(piece) {
        const tile = piece && tileOfPiece(piece);
        if (String(tile) !== String(state.hover)) change({ hover: tile });
      },
      /** @param {Piece | null} met @param {import('board/state.js').How} how */
      tap(met, { shift, again, at }) {
        // Words over the chart are a press on whom they are about.
        const id = state.aim || met?.kind === 'entity' ? null : taggedAt(state, at);
        const piece = id === null ? met : /** @type {Piece} */ ({ kind: 'entity', data: id });
        const tile = piece && tileOfPiece(piece);
        if (!piece || !tile) return session.select([]);
        change({ focus: tile });
        if (state.aim) return session.target(tile);
        if (piece.kind === 'entity') {
          const entity = session.position().byId.get(piece.data);
          if (again && entity?.seen === 'own') return session.selectKind(entity.kind);
          if (shift && state.selected.includes(piece.data))
            return session.select(state.selected.filter((id) => id !== piece.data));
          if (shift || entity?.seen === 'own' || !session.sends()) return session.select([piece.data], shift);
          return order(tile, piece);
        }
        // One hand for mouse and finger: with ships in hand a press on open space sends them there.
        if (session.sends()) return session.target(tile, 'go');
        session.select([]);
      },
      /** @param {Piece} piece */
      press(piece) {
        const tile = tileOfPiece(piece);
        if (!tile) return;
        if (session.canOrder() && session.chosen().length) order(tile, piece);
        else if (piece.kind === 'entity') session.select([piece.data]);
      },
      /** @param {Piece[]} _pieces @param {(x: number, y: number) => boolean} holds */
      lasso(_pieces, holds) {
        const held = ownOf(session.position()).filter(({ x, y }) => holds(x + 0.5, y + 0.5));
        const ships = held.filter(({ kind }) => kind !== 'planet');
        session.select((ships.length ? ships : held).map(({ id }) => id));
        if (!held.length) session.deny(t('Nothing of yours lies there.'));
      },
    },
  };
}
