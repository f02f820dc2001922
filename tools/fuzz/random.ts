import { mulberry32 } from '../chaos/random.mjs';

/** Numbers that follow from a seed, so that every input can be made again. */
export interface Random {
  /** 0 to `below` - 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function randomOf(seed: number): Random {
  const next = mulberry32(seed);
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
