// How many turns a second does a server carry, and how long does one take? The load client, the same for every server.
//
// `node client.mjs < plan.json` prints one line of JSON. Plan: {server, kind, urls, pids, rooms, warm, seconds, pace, scattered}. `pids` are the server's, whose
// CPU time is read at both ends of the measurement. Closed loop: in each room both seats send their orders, both wait for the next view, again.
// With `pace` that many turns begin in a second, at random moments (the same in every run), in a random room that waits for nothing.
// A turn lasts from its first order to the moment both seats have the next view. Turns that end while it warms up do not count.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import WebSocket from "ws";
import { ADAPTERS } from "./adapters.mjs";
import { makeChance } from "./toy.mjs";

const TICKS_PER_SECOND = 100;
const PATIENCE = 60_000;

class Room {
    constructor(seats, done) {
        this.seats = seats;
        this.done = done;
        this.turn = null;
        this.missing = seats.length;
        this.began = 0;
    }

    async open() {
        await Promise.all(this.seats.map((seat) => this.connect(seat)));
    }

    connect(seat) {
        const socket = new WebSocket(seat.url, { headers: seat.headers, perMessageDeflate: false });
        seat.socket = socket;
        seat.turn = -1;
        return new Promise((resolve) => {
            socket.on("open", () => seat.hello(socket));
            socket.on("message", (data) => {
                const turn = seat.hear(data, socket);
                if (turn === null || turn <= seat.turn) return;
                const isFirst = seat.turn < 0;
                seat.turn = turn;
                if (isFirst) resolve();
                else this.see(turn);
            });
            socket.on("close", (code) => {
                if (!this.closed) throw new Error(`the server closed a socket: ${code}`);
            });
        });
    }

    see(turn) {
        if (turn !== this.turn + 1) throw new Error(`turn ${turn} came after ${this.turn}`);
        this.missing -= 1;
        if (this.missing === 0) {
            this.turn = null;
            this.done(this, performance.now() - this.began);
        }
    }

    play() {
        this.turn = this.seats[0].turn;
        this.missing = this.seats.length;
        this.began = performance.now();
        for (const seat of this.seats) seat.socket.send(seat.orders(this.turn));
    }

    close() {
        this.closed = true;
        for (const seat of this.seats) seat.socket.terminate();
    }
}

/** Seconds of CPU that the processes have used, all their threads. */
function cpuSeconds(pids) {
    return sum(pids, (pid) => {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
        return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    });
}

function residentKilobytes(pids) {
    return sum(pids, (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]));
}

function sum(pids, figure) {
    return pids.reduce((total, pid) => total + figure(pid), 0);
}

function quantile(sorted, share) {
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function openRooms(plan, done) {
    const seats = await ADAPTERS[plan.kind].rooms(plan);
    const rooms = seats.map((each) => new Room(each, done));
    for (let first = 0; first < rooms.length; first += 10) {
        await Promise.all(rooms.slice(first, first + 10).map((room) => room.open()));
    }
    return rooms;
}

/** Begin `pace` turns a second in rooms that are idle; counts those for which no room was. */
async function keepPace(idle, pace, isOver) {
    const chance = makeChance(7);
    let due = performance.now();
    let skipped = 0;
    while (!isOver()) {
        while (due <= performance.now()) {
            due += (-Math.log(chance()) * 1000) / pace;
            if (idle.length === 0) {
                skipped += 1;
                continue;
            }
            const at = Math.floor(chance() * idle.length);
            const room = idle[at];
            idle[at] = idle[idle.length - 1];
            idle.pop();
            room.play();
        }
        await rest(1);
    }
    return skipped;
}

async function measure(plan) {
    let isCounting = false;
    let isOver = false;
    let times = [];
    const idle = [];
    const done = (room, took) => {
        if (isCounting) times.push(took);
        if (plan.pace) idle.push(room);
        else if (!isOver) room.play();
    };
    const rooms = await openRooms(plan, done);
    let paced = Promise.resolve(0);
    if (plan.pace) {
        idle.push(...rooms);
        paced = keepPace(idle, plan.pace, () => isOver);
    } else {
        for (const room of rooms) room.play();
    }
    await rest(plan.warm * 1000);
    const server = cpuSeconds(plan.pids);
    const own = process.cpuUsage();
    const began = performance.now();
    isCounting = true;
    await rest(plan.seconds * 1000);
    isCounting = false;
    const seconds = (performance.now() - began) / 1000;
    const used = process.cpuUsage(own);
    const serverUsed = cpuSeconds(plan.pids) - server;
    isOver = true;
    const skipped = await paced;
    for (const room of rooms) room.close();
    times = times.sort((a, b) => a - b);
    const round = (number, digits) => Number(number.toFixed(digits));
    return {
        server: plan.server,
        rooms: rooms.length,
        turns: times.length,
        turns_per_second: round(times.length / seconds, 1),
        p50_ms: round(quantile(times, 0.5), 2),
        p99_ms: round(quantile(times, 0.99), 2),
        server_cpu: round(serverUsed / seconds, 2),
        client_cpu: round((used.user + used.system) / 1e6 / seconds, 2),
        server_mb: round(residentKilobytes(plan.pids) / 1024, 0),
        skipped,
        stalled: round(seconds - plan.seconds, 2),
    };
}

const plan = JSON.parse(await text(process.stdin));
setTimeout(
    () => {
        throw new Error(`${plan.server} did not come to an end`);
    },
    PATIENCE + (plan.warm + plan.seconds) * 1000,
).unref();
console.log(JSON.stringify(await measure(plan)));
process.exit(0);
