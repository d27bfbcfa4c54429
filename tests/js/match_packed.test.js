// Messages that the server packs or joins: are they unpacked and heard in order?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { setUp } from './paper_line.js';

/** A message as the server packs it. */
const packed = (message) => {
  const { buffer, byteOffset, byteLength } = deflateSync(JSON.stringify(message));
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

test('packed messages are asked for and unpacked, and what comes after them waits', async () => {
  const { addresses, line, welcome, messages, say } = setUp();
  assert.deepEqual(addresses, ['ws://site/ws/play/?joined=1&packed=zlib']);
  assert.equal(line().binaryType, 'arraybuffer');
  welcome();
  line().onmessage({ data: packed({ type: 'frame', step: 1, text: 'ä'.repeat(3000) }) });
  say({ type: 'frame', step: 2 });
  line().onmessage({ data: packed({ type: 'frame', step: 3 }) });
  say({ type: 'frame', step: 4 });
  while (messages.length < 5) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    messages.slice(1).map((message) => message.step),
    [1, 2, 3, 4],
  );
  assert.equal(messages[1].text, 'ä'.repeat(3000));
  // With nothing left to unpack a message is heard at once.
  say({ type: 'frame', step: 5 });
  assert.equal(messages.at(-1).step, 5);
});

test('what comes together is heard one by one', () => {
  const { line, welcome, messages, say } = setUp();
  welcome();
  say([
    { type: 'frame', step: 1 },
    { type: 'frame', step: 2 },
  ]);
  line().onmessage({ data: '[]' });
  assert.deepEqual(
    messages.slice(1).map((message) => message.step),
    [1, 2],
  );
});

test('what a lost line still had to unpack is not heard', async () => {
  const { line, welcome, messages, drop, pass } = setUp();
  welcome();
  line().onmessage({ data: packed({ type: 'frame', step: 1 }) });
  drop();
  pass(1000);
  welcome();
  line().onmessage({ data: packed({ type: 'frame', step: 2 }) });
  while (messages.at(-1).step !== 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    messages.map((message) => message.step),
    [undefined, undefined, 2],
  );
});
