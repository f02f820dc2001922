import { type JsonPlace, unfoldJson } from './json-unfolder';
import type { Bytes } from './read-unfolded';

/** Unfolded lines before and after a value that are shown with it. */
const CONTEXT_LINES = 4;
/** A megabyte is too long for context. */
const MAX_LINE_BYTES = 200;

/** A value in its file, with what stands around it where its line holds more than it. */
export interface ShownPlace extends JsonPlace {
  /** Values around it, one on each line, the value itself marked; left out where its line shows them. */
  around?: { text: string; hit: boolean }[];
}

/** @returns the places of unfolded lines, by line; lines that are in no JSON text are left out */
export async function placesOf(content: Bytes, wanted: ReadonlySet<number>): Promise<Map<number, JsonPlace>> {
  const places = new Map<number, JsonPlace>();
  const unfold = unfoldJson({
    token: (line, place) => {
      if (wanted.has(line)) places.set(line, place());
    },
  });
  for await (const chunk of content) unfold(chunk);
  return places;
}

/** The place of one unfolded line with the values around it; null when it is in no JSON text. Reads no further than it must. */
export async function showPlace(content: Bytes, unfoldedLine: number): Promise<ShownPlace | null> {
  const [first, last] = [unfoldedLine - CONTEXT_LINES, unfoldedLine + CONTEXT_LINES];
  const places = new Map<number, JsonPlace>();
  const lines = new Lines(first, last);
  const unfold = unfoldJson({
    bytes: (bytes) => lines.add(bytes),
    token: (line, place) => {
      if (line >= first && line <= last) places.set(line, place());
    },
  });
  for await (const chunk of content) {
    unfold(chunk);
    if (lines.number > last) break;
  }
  const own = places.get(unfoldedLine);
  if (!own) return null;
  const isShared = [-1, 1].some((step) => places.get(unfoldedLine + step)?.line === own.line);
  if (!isShared) return own;
  const around = [...places].filter(([, { text }]) => text === own.text);
  return {
    ...own,
    around: around.map(([line]) => ({ text: lines.texts.get(line) ?? '', hit: line === unfoldedLine })),
  };
}

/** The beginnings of some lines of a text in pieces. */
class Lines {
  readonly texts = new Map<number, string>();
  number = 1;
  readonly #first: number;
  readonly #last: number;
  #held = Buffer.alloc(0);

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  add(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length && this.number <= this.#last) {
      const found = bytes.indexOf(10, start);
      const end = found < 0 ? bytes.length : found;
      if (this.number >= this.#first) this.#keep(bytes.subarray(start, end));
      if (found < 0) return;
      this.number += 1;
      this.#held = Buffer.alloc(0);
      start = end + 1;
    }
  }

  #keep(part: Buffer): void {
    const room = MAX_LINE_BYTES - this.#held.length;
    this.#held = Buffer.concat([this.#held, part.subarray(0, Math.max(0, room))]);
    const cut = part.length > room ? '…' : '';
    const isWhole = cut === '' || this.texts.get(this.number)?.endsWith('…');
    if (isWhole && cut !== '') return;
    this.texts.set(this.number, `${this.#held.toString('utf8').trim()}${cut}`);
  }
}
