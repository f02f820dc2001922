/** A recording in interleaved rounds: of each round every test of every version once, in random order. */
export interface Rounds {
  /** The same in all versions of one recording: only their rounds are pairs. */
  id: string;
  /** Of each measurement, and thrown away before it. */
  seconds: number;
  warmup: number;
  /** Rounds between restarts of the servers. */
  restartEvery: number;
}

const ROUND = /^round0*([1-9]\d{0,5})$/;

/** The round that a directory is of: `round07/x.pg184…` is 7; null where no part of its path says. */
export function roundOfPath(directory: string): number | null {
  for (const part of directory.split('/').reverse()) {
    const round = ROUND.exec(part)?.[1];
    if (round !== undefined) return Number(round);
  }
  return null;
}
