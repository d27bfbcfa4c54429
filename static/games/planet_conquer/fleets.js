/** How does a fleet read in words? */
import { t, tn } from 'app/i18n.js';
import { seatName } from './names.js';

/** @import { Fleet, MatchInfo, Position } from './types' */

/** @param {Fleet} fleet @param {Position} position @param {MatchInfo} info */
export function fleetLine(fleet, { view, planets }, info) {
  return t('{units} of {seat}, {from} to {to}, arrives at the end of round {round}', {
    units: tn('{n} unit', '{n} units', fleet.units),
    seat: seatName(fleet.seat, info),
    from: planets[fleet.from].name,
    to: planets[fleet.to].name,
    round: view.round + fleet.left - 1,
  });
}
