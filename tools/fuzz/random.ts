/** Numbers from 0 to 1 that look random and are the same for the same seed: Mulberry32 (T. Ettinger), 32 bits of state. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers that follow from a seed, so that every input can be made again. */
export type Random = ReturnType<typeof randomOf>;

export function randomOf(seed: number) {
  const next = mulberry32(seed);
  /** 0 to `below` - 1. */
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    /** @param to exclusive */
    between: (from: number, to: number) => from + next() * (to - from),
    chance: (probability: number) => next() < probability,
    pick: <T>(values: readonly T[]): T => {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[int(values.length)] as T;
    },
    bytes: (length: number): Buffer => Buffer.from(Array.from({ length }, () => int(256))),
  };
}
