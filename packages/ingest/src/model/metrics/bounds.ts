/** Possible range of a metric. A number outside of it was damaged and is not stored. */
export interface Bounds {
  min: number;
  max: number;
  /** Why nothing can be above, for the diagnostic. */
  reason: string;
}

const RATE: Bounds = {
  min: 0,
  max: 1e12,
  reason: 'no system does a million million of anything in a second',
};
const COUNT: Bounds = { min: 0, max: 1e15, reason: 'no run counts so far' };
const SECONDS: Bounds = { min: 0, max: 1e9, reason: 'that is 30 years' };
const BYTES: Bounds = { min: 0, max: 1e18, reason: 'no server holds a million terabytes' };
const BYTES_PER_S: Bounds = { min: 0, max: 1e15, reason: 'no memory moves a thousand terabytes in a second' };
/** vmstat rounds us and sy each to a whole percent, and they may add up to 101. */
const PERCENT: Bounds = { min: 0, max: 101, reason: 'a share of the whole is at most 100%' };
const PER_OPERATION: Bounds = { min: 0, max: 1e12, reason: 'one operation cannot cost so much' };

/** By unit: numbers of one unit are of one kind. */
const BY_UNIT: Readonly<Record<string, Bounds>> = {
  s: SECONDS,
  B: BYTES,
  'B/s': BYTES_PER_S,
  '% of all cores': PERCENT,
  '% of the time': PERCENT,
  errors: COUNT,
  clients: COUNT,
  reconnects: COUNT,
  samples: COUNT,
  stalls: COUNT,
  transactions: COUNT,
  retries: COUNT,
  operations: COUNT,
};

/** Bounds of the metrics of a unit: a rate where it ends in `/s` or `/min`, else what one operation may cost. */
export function boundsOf(unit: string): Bounds {
  return BY_UNIT[unit] ?? (/\/(?:s|min)$/.test(unit) ? RATE : PER_OPERATION);
}
