/**
 * Numbers from 0 to 1 that look random and are the same for the same seed: Mulberry32 (T. Ettinger), 32 bits of state.
 * @param {number} seed
 */
export function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * What happens by chance. When the processes do what they do does not follow from the seed.
 * @param {number} seed
 */
export function createRandom(seed) {
  const next = mulberry32(seed);
  return {
    /**
     * @param {number} from
     * @param {number} to exclusive
     */
    between: (from, to) => from + next() * (to - from),
    /**
     * @template T
     * @param {readonly T[]} items at least one
     */
    pick: (items) => /** @type {T} */ (items[Math.floor(next() * items.length)]),
    /** @param {number} probability */
    happens: (probability) => next() < probability,
  };
}

/** @typedef {ReturnType<typeof createRandom>} Random */
