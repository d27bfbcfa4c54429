// The same toy in Colyseus' own terms: `node colyseus.mjs PORT`, beside its node_modules.
// Views are messages, one for each seat; there is no shared state to synchronise, so nothing is spent on that.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { windowOf } from "./toy.mjs";

class Toy extends Room {
    maxClients = 2;
    patchRate = null;
    position = { turn: 0, cells: [0, 3] };
    orders = new Map();

    onCreate() {
        this.onMessage("orders", (client, orders) => {
            this.orders.set(this.clients.indexOf(client), orders);
            if (this.orders.size < 2) return;
            const { cells } = this.position;
            for (const [seat, given] of this.orders) cells[seat] = (cells[seat] + given.walk + 7) % 7;
            this.position.turn += 1;
            this.orders.clear();
            for (const each of this.clients) this.show(each);
        });
    }

    onJoin(client) {
        this.show(client);
    }

    show(client) {
        const seat = this.clients.indexOf(client);
        client.send("view", { turn: this.position.turn, text: windowOf(this.position, Math.max(0, seat)) });
    }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("toy", Toy);
await server.listen(Number(process.argv[2]), "127.0.0.1");
console.log("ready");
