/** A step as reports name it. */
export interface StepName {
  /** `qr100` of `qr100.L1`. */
  label: string;
  /** `L1`: its place in the sequence; of 2021 the pass. Empty for the load. */
  place: string;
  /** Inserts/s that one client must sustain in the background; null for the load. */
  rate: number | null;
}

/** Reads `l.i0`, `qr100.L1`, `qp1000` and, of 2021, `q100.2`. */
export function stepName(test: string): StepName {
  const [, label = test, rate, place = ''] = /^(q[rp]?(\d+))(?:\.(.+))?$/.exec(test) ?? [];
  return { label, place, rate: rate === undefined ? null : Number(rate) };
}
