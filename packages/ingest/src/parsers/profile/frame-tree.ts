import type { Profile, ProfileFrame } from '../../model/details';

/** Frames of one file. The largest known flame graph has 9,000; of what comes after these, samples count for the caller. */
const MAX_FRAMES = 30_000;
/** Bytes of a line: some tools draw a whole graph in one, stacks of C++ have tens of KB. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** Frames of one stack: recursion in a parser of SQL reaches 200. */
const MAX_DEPTH = 400;
/** Characters of a name: templates of C++ reach thousands, and begin alike. */
const MAX_NAME = 300;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names are shown as text
const CONTROL = /[\u0000-\u001f\u007f]+/g;

const ROOT = 0;

/** Adds up samples by stack, in bounded memory. */
export class FrameTree {
  readonly #frames: ProfileFrame[] = [{ name: 'all', parent: -1, value: 0 }];
  readonly #children: Map<string, number>[] = [new Map()];
  #leftOut = 0;

  /** @param stack callers first; an empty name is a frame that the profiler could not name */
  add(stack: readonly string[], samples: number): void {
    let at = ROOT;
    this.#count(at, samples);
    for (const name of stack.slice(0, MAX_DEPTH)) {
      const child = this.#child(at, name);
      if (child === null) {
        this.#leftOut += 1;
        return;
      }
      at = child;
      this.#count(at, samples);
    }
  }

  build(unit: string): Profile | null {
    const total = this.#frames[ROOT]?.value ?? 0;
    return total > 0 ? { unit, frames: this.#frames, leftOut: this.#leftOut } : null;
  }

  #child(parent: number, text: string): number | null {
    const children = this.#children[parent];
    const known = children?.get(text);
    if (known !== undefined) return known;
    const name = frameName(text);
    const cleaned = children?.get(name);
    if (cleaned !== undefined) return cleaned;
    if (this.#frames.length >= MAX_FRAMES) return null;
    const index = this.#frames.push({ name, parent, value: 0 }) - 1;
    this.#children.push(new Map());
    children?.set(name, index);
    return index;
  }

  #count(index: number, samples: number): void {
    const frame = this.#frames[index];
    if (frame) frame.value += samples;
  }
}

/** A name as it is shown. It is a copy: a part of a line would keep the whole line in memory. */
export function frameName(text: string): string {
  const name = text
    .slice(0, MAX_NAME + 1)
    .replace(CONTROL, ' ')
    .trim();
  if (name === '') return '[unknown]';
  const whole = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
  return Buffer.from(whole).toString();
}
