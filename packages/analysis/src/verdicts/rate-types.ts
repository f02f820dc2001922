/** What the rule said of one data set. */
export interface Measured {
  /** Tables, series, or comparisons. */
  of: number;
  /** Sure flags a table where nothing changed; of series, the part of them with one; null: it is not asked. */
  falseFlags: number | null;
  /** Planted changes that were sure, in percent, by their size as a part. */
  found: readonly (readonly [size: number, percent: number])[];
  /** Of annotated series. */
  f1?: number;
  /** Of published changes: sure on a dedicated machine, and at least likely on an unknown one. */
  claims?: readonly [dedicated: number, unknown: number];
  /** Of rounds that end when a test is known: their part of the most rounds, and used against planned ones. */
  rounds?: readonly [part: number, least: number, most: number];
}

/** Name of a data set. */
export type DataSet =
  | `simulated ${2 | 3 | 4 | 6 | 8 | 12 | 20}`
  | `cloud ${2 | 4 | 8}`
  | 'cloud 2 and 1'
  | 'author'
  | 'tpch'
  | `tpch q ${0.05 | 0.07 | 0.08 | 0.12}`
  | 'series end'
  | 'series ever'
  | 'tcpd'
  | 'claims'
  | 'recorder';

/** The table that `npm run verdicts` writes. */
export interface MeasuredRates {
  /** The rule that was measured. */
  ruleVersion: number;
  rates: Readonly<Record<DataSet, Measured>>;
}
