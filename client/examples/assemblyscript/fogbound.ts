// JSON for programs of Fogbound in AssemblyScript: the question as a tree, and the answer. Public domain; change it as you like.
//
// A program calls `answer(decide)`. Its instance is asked once: it reads a line of standard input and writes a line to standard output.

@external("wasi_snapshot_preview1", "fd_read")
declare function fd_read(file: i32, parts: usize, count: i32, read: usize): i32;
@external("wasi_snapshot_preview1", "fd_write")
declare function fd_write(file: i32, parts: usize, count: i32, written: usize): i32;

export enum Kind { Nothing, Yes, No, Number, Text, List, Object }

/** A value of the question. `json` is its own text, which can be sent back as it is. */
export class Value {
  kind: Kind = Kind.Nothing;
  number: f64 = 0;
  /** Of a text what stands between its quotes, escapes and all. */
  text: string = "";
  keys: string[] = [];
  items: Value[] = [];
  constructor(private source: string = "null", public from: i32 = 0, public to: i32 = 4) {}

  get json(): string { return this.source.substring(this.from, this.to); }

  /** The value of that name in an object; one of kind Nothing if there is none, which may be asked further. */
  get(key: string): Value {
    const at = this.kind == Kind.Object ? this.keys.indexOf(key) : -1;
    return at < 0 ? new Value() : this.items[at];
  }

  has(key: string): bool { return this.kind == Kind.Object && this.keys.includes(key); }
}

class Reader {
  at: i32 = 0;
  constructor(private source: string) {}

  private skip(): i32 {
    let code = this.source.charCodeAt(this.at);
    while (code == 32 || (code >= 9 && code <= 13)) code = this.source.charCodeAt(++this.at);
    return code;
  }

  private words(): string {
    const from = ++this.at;
    for (let code = this.source.charCodeAt(from); code != 34 && code >= 0; code = this.source.charCodeAt(this.at))
      this.at += code == 92 ? 2 : 1;
    return this.source.substring(from, this.at++);
  }

  value(): Value {
    const code = this.skip(), made = new Value(this.source, this.at);
    if (code == 123 || code == 91) {
      made.kind = code == 123 ? Kind.Object : Kind.List;
      this.at++;
      for (let next = this.skip(); next != code + 2 && next >= 0; next = this.skip()) {
        if (next == 44) { this.at++; this.skip(); }
        if (code == 123) { made.keys.push(this.words()); this.skip(); this.at++; }
        made.items.push(this.value());
      }
      this.at++;
    } else if (code == 34) {
      made.kind = Kind.Text;
      made.text = this.words();
    } else if (code == 116 || code == 102 || code == 110) {
      made.kind = code == 116 ? Kind.Yes : code == 102 ? Kind.No : Kind.Nothing;
      this.at += code == 102 ? 5 : 4;
    } else {
      made.kind = Kind.Number;
      for (let next = code; next == 43 || next == 45 || next == 46 || next == 69 || next == 101 || (next >= 48 && next <= 57);)
        next = this.source.charCodeAt(++this.at);
      made.number = parseFloat(this.source.substring(made.from, this.at));
    }
    made.to = this.at;
    return made;
  }
}

/** Numbers that follow from the seed of the question: the same question, the same numbers. */
let chance: u64 = 0;

export function below(stop: i32): i32 {
  chance += 0x9e3779b97f4a7c15;
  let z = (chance ^ (chance >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return <i32>((z ^ (z >> 31)) % <u64>stop);
}

/** What to say: JSON of the orders, `null` for the default orders, and of the `memory` to keep, "" to leave it as it is. */
export class Answer {
  constructor(public orders: string, public memory: string = "") {}
}

const PIECE = 1 << 16;
const parts = memory.data(8), count = memory.data(4);

function input(): string {
  let text = new ArrayBuffer(PIECE), used = 0;
  while (true) {
    if (used == text.byteLength) {
      const more = new ArrayBuffer(2 * used);
      memory.copy(changetype<usize>(more), changetype<usize>(text), used);
      text = more;
    }
    store<usize>(parts, changetype<usize>(text) + used);
    store<u32>(parts, text.byteLength - used, 4);
    if (fd_read(0, parts, 1, count) != 0 || !load<u32>(count)) return String.UTF8.decode(text.slice(0, used));
    used += load<u32>(count);
  }
}

/** Reads the question, asks `decide` and says its answer. */
export function answer(decide: (view: Value, choices: Value, kept: Value, refused: Value) => Answer): void {
  const asked = new Reader(input()).value();
  chance = <u64>asked.get("seed").number;
  const said = decide(asked.get("view"), asked.get("choices"), asked.get("memory"), asked.get("refused"));
  const kept = said.memory ? `,"memory":${said.memory}` : "";
  const line = String.UTF8.encode(`{"orders":${said.orders}${kept}}\n`);
  store<usize>(parts, changetype<usize>(line));
  store<u32>(parts, line.byteLength, 4);
  fd_write(1, parts, 1, count);
}
