// How does one seat talk to each of the servers? One class each: how rooms come about, what is said, what is heard.
//
// `rooms(plan)` gives for every room what its seats need; a seat's `url` and `headers` open its socket, `hello` is said first, `orders(turn)`
// is what it sends, and `hear(data, socket)` says which turn a message shows: a number, or null for everything else. All decode whole messages.
import { pack, unpack } from "msgpackr";
import { isView, makeChance, ordersOf } from "./toy.mjs";

async function ask(url, body) {
    const answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return answer.json();
}

function shown(turn, view) {
    if (!isView(view)) throw new Error(`turn ${turn} came without its view`);
    return turn;
}

class FogboundSeat {
    constructor(origin, match, session, seat) {
        this.url = `${origin.replace("http", "ws")}/ws/play/?match=${match}&joined=1`;
        this.headers = { Cookie: `sessionid=${session}`, Origin: origin };
        this.match = match;
        this.seat = seat;
    }

    /**
     * The driver has made the rooms, with sessions of their people: rows of the database. Any process serves any of them; both seats of a
     * room come to the same one, as a proxy brings them (docs/deploy.md), or each to any, if they are `scattered`.
     */
    static async rooms({ urls, rooms, scattered }) {
        const chance = makeChance(3);
        const some = () => urls[Math.floor(chance() * urls.length)];
        return rooms.map(([match, ...sessions]) => {
            const home = some();
            return sessions.map((session, seat) => new FogboundSeat(scattered ? some() : home, match, session, seat));
        });
    }

    hello(socket) {
        socket.send(JSON.stringify({ type: "watch", match: this.match }));
    }

    orders(turn) {
        const orders = ordersOf(turn, this.seat);
        return JSON.stringify({ type: "orders", match: this.match, step: turn, orders, ready: true, ack: turn });
    }

    hear(data) {
        const messages = [JSON.parse(data)].flat();
        const error = messages.find(({ type }) => type === "error");
        if (error) throw new Error(JSON.stringify(error));
        const frame = messages.find(({ type }) => type === "frame");
        return frame ? shown(frame.step, frame.view) : null;
    }
}

class BoardgameSeat {
    constructor(origin, match, credentials, seat) {
        this.url = `${origin.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
        this.headers = { Origin: origin };
        this.match = match;
        this.credentials = credentials;
        this.seat = String(seat);
        this.state = 0;
    }

    static async rooms({ urls: [url], rooms }) {
        const made = [];
        for (let room = 0; room < rooms; room += 1) {
            const { matchID } = await ask(`${url}/games/toy/create`, { numPlayers: 2 });
            const seats = [];
            for (const seat of [0, 1]) {
                const join = { playerID: String(seat), playerName: `${room}-${seat}` };
                const { playerCredentials } = await ask(`${url}/games/toy/${matchID}/join`, join);
                seats.push(new BoardgameSeat(url, matchID, playerCredentials, seat));
            }
            made.push(seats);
        }
        return made;
    }

    hello(socket) {
        socket.send("40/toy,");
    }

    orders(turn) {
        const payload = {
            type: "order",
            args: [ordersOf(turn, Number(this.seat))],
            playerID: this.seat,
            credentials: this.credentials,
        };
        const action = { type: "MAKE_MOVE", payload };
        return `42/toy,${JSON.stringify(["update", action, this.state, this.match, this.seat])}`;
    }

    hear(data, socket) {
        const text = data.toString();
        if (text === "2") {
            socket.send("3");
        } else if (text.startsWith("40/toy,")) {
            socket.send(`42/toy,${JSON.stringify(["sync", this.match, this.seat, this.credentials, 2])}`);
        } else if (text.startsWith("42/toy,")) {
            const [kind, , news] = JSON.parse(text.slice(7));
            if (kind !== "sync" && kind !== "update") return null;
            const state = kind === "sync" ? news.state : news;
            this.state = state._stateID;
            return shown(state.G.turn, state.G);
        }
        return null;
    }
}

const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const SHORT_TEXT = 0xa0;

class ColyseusSeat {
    constructor(origin, reservation, seat) {
        const { processId, roomId, sessionId } = reservation;
        this.url = `${origin.replace("http", "ws")}/${processId}/${roomId}?sessionId=${sessionId}`;
        this.headers = { Origin: origin };
        this.seat = seat;
        this.head = Buffer.concat([Buffer.from([ROOM_DATA, SHORT_TEXT | 6]), Buffer.from("orders")]);
    }

    static async rooms({ urls: [url], rooms }) {
        const made = [];
        for (let room = 0; room < rooms; room += 1) {
            const first = await ask(`${url}/matchmake/create/toy`, {});
            const second = await ask(`${url}/matchmake/joinById/${first.roomId}`, {});
            made.push([new ColyseusSeat(url, first, 0), new ColyseusSeat(url, second, 1)]);
        }
        return made;
    }

    hello() {}

    orders(turn) {
        return Buffer.concat([this.head, pack(ordersOf(turn, this.seat))]);
    }

    hear(data, socket) {
        if (data[0] === JOIN_ROOM) socket.send(Buffer.from([JOIN_ROOM]));
        if (data[0] !== ROOM_DATA) return null;
        const { turn, ...view } = unpack(data.subarray(2 + (data[1] & 0x1f)));
        return shown(turn, view);
    }
}

export const ADAPTERS = { fogbound: FogboundSeat, "boardgame.io": BoardgameSeat, colyseus: ColyseusSeat };
