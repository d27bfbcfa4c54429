// The same toy in boardgame.io's own terms: `node boardgame.mjs PORT [DIR]`, beside its node_modules. It keeps matches in memory, or
// in files below DIR with its own `FlatFile` storage (which does not ask the disk to be sure: no fsync).
// All seats order at once; the second order of a turn completes it. What may be left out is left out: no optimistic client,
// orders on an older state allowed (both seats send at once), orders of others redacted from the log, no undo.
import { createRequire } from "node:module";
import { windowOf } from "./toy.mjs";

const { FlatFile, Server } = createRequire(import.meta.url)("boardgame.io/server");

const game = {
    name: "toy",
    minPlayers: 2,
    maxPlayers: 2,
    disableUndo: true,
    setup: () => ({ turn: 0, cells: [0, 3], orders: {} }),
    playerView: ({ G, playerID }) => ({ turn: G.turn, text: playerID == null ? "" : windowOf(G, Number(playerID)) }),
    turn: { activePlayers: { all: "ordering" }, minMoves: 0, stages: { ordering: {} } },
    moves: {
        order: {
            client: false,
            ignoreStaleStateID: true,
            redact: true,
            undoable: false,
            move: ({ G, playerID }, orders) => {
                G.orders[playerID] = orders;
                if (Object.keys(G.orders).length < 2) return;
                for (const [seat, given] of Object.entries(G.orders)) G.cells[seat] = (G.cells[seat] + given.walk + 7) % 7;
                G.turn += 1;
                G.orders = {};
            },
        },
    },
};

const [port, dir] = process.argv.slice(2);
const db = dir && new FlatFile({ dir });
const server = Server({ games: [game], origins: ["*"], ...(db && { db }) });
const { app } = server;
const listen = app.listen;
app.listen = (port, ready) => listen.call(app, port, "127.0.0.1", ready);
await server.run({ port: Number(port), callback: () => console.log("ready") });
