// Which routines does the panel offer, what does it say of them, and when do bids want to be told again?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bidsOn } from 'games/cosmos/bidding.js';
import { isLong, lackOf, lackText } from 'games/cosmos/building.js';
import { aetherText, rulesText } from 'games/cosmos/names.js';
import { whole } from 'games/cosmos/orders.js';
import { isMeant, routineText } from 'games/cosmos/routines.js';
import { needsOf } from 'games/cosmos/warnings.js';

const one = (kind, seat, seen) => ({ id: 1, kind, seat, seen });
const sees = (...shown) => /** @type {any} */ ({ shown });

test('a routine is offered once there is somebody whom it is about', () => {
  const alone = sees(one('planet', 0, 'own'), one('scout', 0, 'own'));
  const offered = (position) =>
    ['economy', 'war', 'weapon', 'raider', 'guard', 'siege', 'shy', 'hunter'].filter((name) => isMeant(name, position));
  assert.deepEqual(offered(alone), ['economy', 'hunter']);
  assert.deepEqual(offered(sees(...alone.shown, one('planet', null, 'seen'))), ['economy', 'war', 'siege', 'hunter']);
  assert.deepEqual(offered(sees(...alone.shown, one('miner', 0, 'own'))), ['economy', 'weapon', 'hunter']);
  assert.deepEqual(offered(sees(one('scout', 1, 'remembered'))), [
    'economy',
    'war',
    'raider',
    'guard',
    'shy',
    'hunter',
  ]);
});

test('its sentence says what it will do and what that costs, from its rules', () => {
  const rules = {
    reflexes: [
      {
        type: 'auto_build',
        keep: 30,
        pattern: [
          { kind: 'miner', energy: 41 },
          { kind: 'battleship', permille: 800 },
        ],
      },
      { type: 'auto_charge', keep: 60 },
    ],
  };
  const text = routineText('war', /** @type {any} */ (rules));
  assert.match(text, /Each turn costs Miner 41, Battleship 80 %; 30 energy stays\. Bids cost what is above 60\.$/);
  assert.match(
    routineText('siege', /** @type {any} */ ({ reflexes: [{ type: 'auto_overload' }] })),
    /A burst costs the ship\.$/,
  );
});

test('bids that end in the next step are a need until they are told again', () => {
  const rule = { type: 'auto_charge', mode: 'fixed', energy: 1, keep: 30 };
  const planet = (left, energy) => {
    const all = { bids_left: left, standing: { reflexes: [rule] } };
    return { id: 7, kind: 'planet', seat: 0, seen: 'own', pos: [1, 1], energy, all };
  };
  const needs = (left, standing = [], { energy = 90, direct = [] } = {}) => {
    const shown = [planet(left, energy)];
    const weapon = { history: [[9, 7, 1, 'won', 0]] };
    const position = { byId: new Map([[7, shown[0]]]), shown, view: { seat: 0, round: 11, stride: 5, weapon } };
    const session = {
      hasDraft: () => true,
      idle: () => [],
      position: () => position,
      state: { told: null, orders: { ...whole(), direct, standing } },
    };
    return needsOf(/** @type {any} */ (session)).map(({ text }) => text.split(': ')[1]);
  };
  assert.deepEqual(needs(10), []);
  assert.deepEqual(needs(5), ['its bids end in 5 rounds'], 'the last step in which they are made');
  assert.deepEqual(needs(4), ['its bids end in 4 rounds']);
  assert.deepEqual(needs(0), ['its bids have ended; bid on to go on']);
  assert.deepEqual(needs(0, [{ id: 7, reflexes: [] }]), []);
  assert.deepEqual(needs(undefined), []);
  // A ship of the draft leaves no more than what is kept back.
  const kept = ['bids nothing, since 30 energy are kept back; from 31 on it bids'];
  const ship = { do: 'build', kind: 'battleship', energy: 61, dir: 'north' };
  assert.deepEqual(needs(20, [], { direct: [{ id: 7, actions: [ship] }] }), kept);
  assert.deepEqual(
    needs(0, [{ id: 7, reflexes: [rule] }], { energy: 21 }),
    kept,
    'to tell it again alone does not help',
  );
  const on = bidsOn(whole(), /** @type {any} */ (planet(0, 21)), 5);
  assert.equal(on.standing[0].reflexes?.[0].keep, 16);
  assert.deepEqual(needs(0, on.standing, { energy: 21 }), []);
});

test('who builds in turn says from which energy on, and whether it gets there', () => {
  const lack = { planet: 7, from: 71, rounds: 10, bids: false };
  const text = (more) => {
    const found = lackOf({ id: 7 }, { waits: [{ ...lack, ...more }] });
    return found && [lackText(found), isLong(found)];
  };
  assert.deepEqual(text({}), ['it waits until it has 71 energy, in about 10 rounds', false]);
  assert.deepEqual(text({ rounds: 130 }), ['it waits until it has 71 energy, in about 130 rounds', true]);
  const never = 'it waits until it has 71 energy, and its bids take what it gains';
  assert.deepEqual(text({ rounds: null, bids: true }), [never, true]);
  assert.deepEqual(text({ rounds: null }), ['it waits until it has 71 energy, and gains nothing', true]);
  assert.equal(text({ planet: 8 }), undefined);
});

test('ships that follow each other in a pattern are said once, with how many', () => {
  const ship = (kind, energy) => ({ kind, energy });
  const pattern = [ship('miner', 41), ship('miner', 41), ship('scout', 1), ship('miner', 41)];
  const text = (loop) => rulesText(/** @type {any} */ ({ reflexes: [{ type: 'auto_build', loop, pattern }] }))[0];
  assert.equal(text(true), 'builds in turn: Miner 41 ×2, Scout 1, Miner 41');
  assert.equal(text(false), 'builds once: Miner 41 ×2, Scout 1, Miner 41');
});

test('aether says what it does', () => {
  assert.equal(aetherText(0.61, 1), 'aether 61 %: acts every 2 rounds');
  assert.equal(aetherText(1, 1), 'aether 100 %: acts every 1 round');
});
