import type { Profile, ProfileFrame } from '../../model/details';
import { contextParser, factsOf } from '../context/facts';
import type { FormatFamily } from '../family';
import { profileFormat as about } from './about';

/** A rectangle of a flame graph: the narrower ones are above, or below, their callers. */
interface DrawnFrame {
  name: string;
  /** Samples, exact: widths are rounded. */
  value: number;
  x: number;
  y: number;
  width: number;
}

/**
 * The tree that a flame graph draws. A frame was called by the one in the row before that is under its middle. Rows count
 * from that of the widest frame, up or down. Frames without a caller in the row before are left out.
 *
 * @returns null when nothing is drawn, or no frame has samples
 */
function treeOfDrawing(drawn: readonly DrawnFrame[], unit: string): Profile | null {
  const rows = groupByRow(drawn);
  const widest = drawn.reduce<DrawnFrame | null>(
    (most, frame) => (most === null || frame.value > most.value ? frame : most),
    null,
  );
  if (widest === null || widest.value === 0) return null;
  const ordered = [...rows.keys()].sort((a, b) => Math.abs(a - widest.y) - Math.abs(b - widest.y));
  const frames: ProfileFrame[] = [{ name: 'all', parent: -1, value: 0 }];
  let leftOut = 0;
  let callers: (DrawnFrame & { index: number })[] = [];
  for (const [depth, y] of ordered.entries()) {
    const row = [...(rows.get(y) ?? [])].sort((a, b) => a.x - b.x);
    const next: typeof callers = [];
    let at = 0;
    for (const frame of row) {
      const middle = frame.x + frame.width / 2;
      while (at < callers.length - 1 && (callers[at + 1]?.x ?? 0) <= middle) at += 1;
      const caller = callers[at];
      const parent = depth === 0 ? 0 : caller && covers(caller, middle) ? caller.index : null;
      if (parent === null) {
        leftOut += 1;
        continue;
      }
      next.push({
        ...frame,
        index: frames.push({ name: frame.name, parent, value: frame.value }) - 1,
      });
    }
    callers = next;
  }
  return { unit, frames: withoutDouble(frames), leftOut };
}

/** Widths are rounded to a tenth of a pixel. */
const ROUNDED = 0.15;

function covers({ x, width }: DrawnFrame, middle: number): boolean {
  return middle >= x - ROUNDED && middle <= x + width + ROUNDED;
}

/** The root has the samples of the bottom row; a bottom frame `all` is the root itself. */
function withoutDouble(frames: readonly ProfileFrame[]): ProfileFrame[] {
  const [root, bottom] = frames;
  if (!root || !bottom) return [...frames];
  const isDouble = bottom.name === 'all' && frames.filter(({ parent }) => parent === 0).length === 1;
  if (!isDouble) {
    const value = frames.reduce((sum, { parent, value }) => sum + (parent === 0 ? value : 0), 0);
    return [{ ...root, value }, ...frames.slice(1)];
  }
  return frames.slice(1).map((frame) => ({ ...frame, parent: frame.parent - 1 }));
}

function groupByRow(drawn: readonly DrawnFrame[]): Map<number, DrawnFrame[]> {
  const rows = new Map<number, DrawnFrame[]>();
  for (const frame of drawn) {
    const row = rows.get(frame.y);
    if (row) row.push(frame);
    else rows.set(frame.y, [frame]);
  }
  return rows;
}

/** Frames of one file. The largest known flame graph has 9,000; of what comes after these, samples count for the caller. */
const MAX_FRAMES = 30_000;
/** Bytes of a line: some tools draw a whole graph in one, stacks of C++ have tens of KB. */
const MAX_LINE_BYTES = 1024 * 1024;
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
function frameName(text: string): string {
  const name = text
    .slice(0, MAX_NAME + 1)
    .replace(CONTROL, ' ')
    .trim();
  if (name === '') return '[unknown]';
  const whole = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
  return Buffer.from(whole).toString();
}

/** Rectangles of one file. The largest known flame graph has 9,000. */
const MAX_RECTANGLES = 50_000;
/**
 * <title>GetTransactionSnapshot (300,260,784 samples, 1.65%)</title><rect x="268.9" y="725" width="19.5" ... />
 *
 * A difference of two has `; +0.5%` behind the share.
 */
const FRAME =
  /<title>([^<]{1,4000}) \(([\d,]{1,20}) ([\w:-]{1,40}), [\d.]{1,10}%[^<]{0,40}\)<\/title>\s*(?:<rect ([^>]{1,1000})>)?/g;
const TITLE = /<text\b[^>]{0,300}\bid="title"[^>]{0,300}>([^<]{1,300})</;

/**
 * Flame graphs as SVG, by flamegraph.pl and what draws like it: `sb.perf.g.<event>.<test>...svg`. They hold scripts:
 * the file itself is only ever shown in a sandbox, and what pages draw are the frames that are read here.
 */
const flamegraph = contextParser({
  kind: 'flamegraph',
  name: /\.perf\.g\..*\.svg$/,
  needles: ['<svg'],
  content: /flame ?graph/i,
  details: factsOf((facts, details) => {
    const drawn: DrawnFrame[] = [];
    let [frames, lastLine] = [0, 1];
    let unit = 'samples';
    return {
      line(text, line) {
        for (const [, name = '', count = '', counted = '', rectangle] of text.matchAll(FRAME)) {
          frames += 1;
          lastLine = line;
          unit = counted;
          const value = Number(count.replaceAll(',', ''));
          // The frame at the bottom covers all samples.
          if (name === 'all') facts.add({ name: 'samples', value: count, number: value, line, unit });
          const place = rectangle === undefined ? null : placeOf(rectangle);
          if (place && drawn.length < MAX_RECTANGLES)
            drawn.push({ name: frameName(decode(name)), value, ...place });
        }
        const title = TITLE.exec(text);
        if (title) facts.add({ name: 'title', value: title[1] ?? '', line });
      },
      end() {
        facts.add({ name: 'frames', value: `${frames}`, number: frames, line: lastLine });
        details.profile = treeOfDrawing(drawn, unit);
        if (details.profile) details.profile.leftOut += frames - drawn.length;
      },
    };
  }, MAX_LINE_BYTES),
});

/** Left end, width and row; pixels, or percent in drawings that stretch. */
function placeOf(attributes: string): Pick<DrawnFrame, 'x' | 'y' | 'width'> | null {
  const number = (name: string) =>
    Number(new RegExp(`(?:^|\\s)${name}="([\\d.]{1,20})%?"`).exec(attributes)?.[1] ?? Number.NaN);
  const place = { x: number('x'), y: number('y'), width: number('width') };
  return Object.values(place).every(Number.isFinite) ? place : null;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Names are text: what XML had to write differently is written plainly again. */
function decode(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** `mysqld;handle_connection;do_command 123`: frames from the caller to the callee, then how many samples. */
const STACK = /^(\S[^\n]*) (\d{1,15})$/;
/** Lines that tell a folded file from other text: most have a `;`, all end with a count, and none is a row of numbers (terse fio). */
const HEAD =
  /^(?!(?:[^\n]{0,2000}\n){0,5}[^\n]{0,2000}(?:;\d+(?:\.\d+)?){5}[;\n])(?:[^\n;]{1,500}(?:;[^\n;]{1,500})* \d{1,15}\n){0,5}[^\n;]{1,500}(?:;[^\n;]{1,500})+ \d{1,15}\r?(?:\n|$)/;

/** Stacks as `stackcollapse-perf.pl` and its like print them. A line is one stack, however often it comes. */
const foldedStacks = contextParser({
  kind: 'folded_stacks',
  name: /\.(?:folded|collapsed)$/,
  needles: [';'],
  content: HEAD,
  details: factsOf((facts, details) => {
    const tree = new FrameTree();
    let [samples, stacks, unread, last] = [0, 0, 0, 1];
    return {
      line(text, line) {
        const [, stack, count] = STACK.exec(text.trimEnd()) ?? [];
        if (stack === undefined) {
          if (text.trim() !== '') unread += 1;
          return;
        }
        tree.add(stack.split(';'), Number(count));
        samples += Number(count);
        stacks += 1;
        last = line;
      },
      end() {
        facts.add({ name: 'stacks', value: `${stacks}`, line: last });
        facts.add({ name: 'samples', value: `${samples}`, line: last });
        if (unread > 0) facts.add({ name: 'lines without a stack', value: `${unread}`, line: last });
        details.profile = tree.build('samples');
      },
    };
  }, MAX_LINE_BYTES),
});

/** `     12 read,vio_read,my_net_read,do_command`: how many threads, and their frames from the callee to the caller. */
const PMP_LINE = /^ {0,12}(\d{1,9}) ([^\s,;][^,;\n]{0,500}(?:,[^,;\n]{0,500})+)$/;
const PMP_NAME = String.raw`[A-Za-z_?][\w:~@.$<>*&]{0,300}`;
const PMP_STACK = String.raw` {0,12}\d{1,9} ${PMP_NAME}(?:,${PMP_NAME})`;
/** Two stacks, after at most two lines: one alone could be a row of anything. */
const PMP_HEAD = new RegExp(
  String.raw`^(?:[^\n]{0,200}\n){0,2}${PMP_STACK}+,?\r?\n${PMP_STACK}*,?\r?(?:\n|$)`,
);

/**
 * Stacks of a debugger, counted as the poor man's profiler does (poormansprofiler.org; `pt-pmp`). They count threads that wait as
 * well as those that work.
 */
const pmpStacks = contextParser({
  kind: 'pmp_stacks',
  needles: [','],
  content: PMP_HEAD,
  details: factsOf((facts, details) => {
    const tree = new FrameTree();
    let [threads, stacks, last] = [0, 0, 1];
    return {
      line(text, line) {
        const [, count, stack] = PMP_LINE.exec(text.trimEnd()) ?? [];
        if (stack === undefined) return;
        const frames = stack.split(',').filter((name) => name !== '');
        tree.add(frames.toReversed(), Number(count));
        threads += Number(count);
        stacks += 1;
        last = line;
      },
      end() {
        facts.add({ name: 'stacks', value: `${stacks}`, line: last });
        facts.add({ name: 'threads', value: `${threads}`, line: last });
        details.profile = tree.build('threads');
      },
    };
  }, MAX_LINE_BYTES),
});

/** Samples of a profiler by stack, as `perf script | stackcollapse` folds them and flamegraph.pl draws them. */
export const profileFormat: FormatFamily = { ...about, parsers: [flamegraph, foldedStacks, pmpStacks] };
