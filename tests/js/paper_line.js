import { connect } from 'app/socket.js';

/** A client on a line of paper: sockets, time and timers in the test's hand. */
export function setUp(onMessage = () => undefined, match = undefined, person = undefined) {
  const lines = [];
  const addresses = [];
  const states = [];
  const messages = [];
  const cuts = [];
  let time = 1000;
  let skew = 0;
  let next = 1;
  const timers = new Map();
  const network = { isThere: true };
  const socket = connect({
    url: 'ws://site/ws/play/',
    match,
    person,
    onMessage: (message) => {
      messages.push(message);
      onMessage(message);
    },
    onState: (state) => states.push(state),
    onCut: (match) => cuts.push([match, socket.isCut(match)]),
    create: (url) => {
      addresses.push(url);
      const line = {
        sent: [],
        send: (text) => line.sent.push(JSON.parse(text)),
        close: (code) => (line.closed = code ?? true),
      };
      lines.push(line);
      return line;
    },
    now: () => time + skew,
    random: () => 1,
    hasNetwork: () => network.isThere,
    setTimer: (run, delay) => {
      timers.set(next, { run, at: time + delay });
      return next++;
    },
    clearTimer: (timer) => timers.delete(timer),
  });
  const line = () => lines.at(-1);
  return {
    socket,
    network,
    lines,
    addresses,
    states,
    messages,
    cuts,
    line,
    say: (message) => line().onmessage({ data: JSON.stringify(message) }),
    welcome(now = time, person = undefined) {
      line().onmessage({ data: JSON.stringify({ type: 'welcome', protocol: 1, now, release: '1', person }) });
    },
    /** Somebody sets the clock of the machine; timers do not mind. */
    setClock: (by) => (skew += by),
    drop: (code = 1006) => line().onclose({ code }),
    sent: (type) => line().sent.filter((message) => message.type === type),
    /** Time passes; due timers run in their order. */
    pass(milliseconds) {
      const until = time + milliseconds;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due[0]);
        time = due[1].at;
        due[1].run();
      }
      time = until;
    },
  };
}
