/** `BenchmarkRead-8`; without a suffix GOMAXPROCS is 1, or the name ends so by itself: `size-1024`. */
const SUFFIX = /^(.+)-([1-9]\d{0,4})$/;

/** A benchmark without the suffix that `go test` adds to its name. */
export interface BenchmarkName {
  base: string;
  /** Null where the names do not tell. */
  gomaxprocs: number | null;
}

/**
 * Tells the suffix of GOMAXPROCS from a number that is part of a name. `go test` runs every benchmark with each value of
 * -cpu, so a suffix is GOMAXPROCS where every benchmark of the file has it. In a file of `Read-8`, `Write-8` and in one of
 * `Read`, `Read-4`, `Write`, `Write-4` it is; where some names have one and others none it is not known, and names stay whole.
 */
export class Gomaxprocs {
  readonly #isSuffix: boolean;
  readonly #hasAny: boolean;

  /** @param names of all results of a file */
  constructor(names: Iterable<string>) {
    const byBase = new Map<string, Set<number>>();
    for (const name of new Set(names)) {
      const { base, suffix } = split(name);
      byBase.set(base, (byBase.get(base) ?? new Set()).add(suffix ?? 1));
    }
    const sets = [...byBase.values()];
    const all = new Set(sets.flatMap((set) => [...set]));
    this.#hasAny = all.size > 1 || !all.has(1);
    this.#isSuffix = sets.every((set) => set.size === all.size);
  }

  of(name: string): BenchmarkName {
    if (!this.#isSuffix) return { base: name, gomaxprocs: null };
    const { base, suffix } = split(name);
    // Logs that other tools rewrote have no suffix either.
    return { base, gomaxprocs: suffix ?? (this.#hasAny ? 1 : null) };
  }
}

function split(name: string): { base: string; suffix: number | null } {
  const [, base = name, suffix] = SUFFIX.exec(name) ?? [];
  return { base, suffix: suffix === undefined ? null : Number(suffix) };
}
