import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LocatedLog } from '../parsers/family';

/** Logs of a part: fewer are read as one. */
const PART_LOGS = 2000;

/** Kinds of files that hold for the logs below their directory too. */
const AROUND: ReadonlySet<string> = new Set(['manifest', 'storage', 'run-settings', 'server-version']);

/**
 * The parsed logs of an upload in parts of whole directories, packed: like logs take a fraction of their memory. For callers
 * that need what each log says, and nothing that holds between directories of different parts.
 */
export class PackedLogs {
  #open: LocatedLog[] = [];
  readonly #packed: { plain: Buffer; others: ReadonlyMap<number, LocatedLog> }[] = [];
  readonly #around: LocatedLog[] = [];
  readonly #size: number;

  constructor(size = PART_LOGS) {
    this.#size = size;
  }

  push(log: LocatedLog): void {
    const before = this.#open.at(-1);
    if (before && this.#open.length >= this.#size && areApart(before.path, log.path)) this.#pack();
    this.#open.push(log);
  }

  #pack(): void {
    this.#around.push(...this.#open.filter(isAround));
    const others = new Map([...this.#open.entries()].filter(([, { log }]) => !isPlain(log)));
    const plain = this.#open.map((log, index) => (others.has(index) ? null : log));
    this.#packed.push({ plain: deflateRawSync(serialize(plain), { level: 1 }), others });
    this.#open = [];
  }

  /** The logs of each part, with the settings and versions in directories above them. Notes count only in an upload of one part. */
  *parts(): Generator<LocatedLog[]> {
    if (this.#packed.length === 0) yield this.#open;
    else {
      if (this.#open.length > 0) this.#pack();
      for (const { plain, others } of this.#packed) {
        const logs = deserialize(inflateRawSync(plain)) as (LocatedLog | null)[];
        yield this.#complete(logs.flatMap((log, index) => log ?? others.get(index) ?? []));
      }
    }
  }

  #complete(logs: readonly LocatedLog[]): LocatedLog[] {
    const own = new Set(logs.map(({ path: file }) => file));
    const above = new Set(logs.flatMap(({ path: file }) => directoriesAbove(file)));
    const isAbove = ({ path: file }: LocatedLog) => !own.has(file) && above.has(path.posix.dirname(file));
    return [...this.#around.filter(isAbove), ...logs.filter(({ isNotes }) => !isNotes)];
  }
}

const isAround = ({ log }: LocatedLog) => AROUND.has(log.type);

/** True for data; an object of a class would lose its methods. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (Array.isArray(value)) return value.every(isPlain);
  if (value instanceof Map) return [...value].every(isPlain);
  if (value instanceof Set) return [...value].every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

/** True where neither file is in the directory of the other or below it. */
function areApart(a: string, b: string): boolean {
  const [one, other] = [`${path.posix.dirname(a)}/`, `${path.posix.dirname(b)}/`];
  return !one.startsWith(other) && !other.startsWith(one) && one !== './' && other !== './';
}

/** `a/b/x.log` is in `a/b`, `a` and `.`. */
function directoriesAbove(file: string): string[] {
  const segments = file.split('/');
  return segments.map((_, count) => segments.slice(0, count).join('/') || '.');
}
