/** Numbers that follow from a seed, so that every input can be made again. */
export interface Random {
  /** 0 to `below` - 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** Mulberry32 (T. Ettinger): 32 bits of state, good enough to make inputs. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]) => {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[int(values.length)] as T;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
  };
}
