/** What the name of a file says of it. */
export interface BenchbaseName {
  /** Equal for the files of one run: `smallbank_2026-03-25_21-02-00`; empty where nothing stands before the ending. */
  stem: string;
  /** `Balance` of `results.Balance.csv`; null for files of all requests. */
  transaction: string | null;
}

/** Endings that BenchBase and OLTPBench (`.summary`, `.res`, `.csv`, `.expconfig`) give to the files of one run. */
const ENDING =
  /^(.*?)(?:^|\.)(?:summary(?:\.json)?|histograms\.json|results(?:\.([A-Za-z][\w-]{0,80}))?\.csv|samples\.csv|raw\.csv|config\.xml|res|csv|expconfig|json|xml|txt)$/i;
/** `<benchmark>_<yyyy-mm-dd_hh-mm-ss>` */
const STEM = /^([a-z][a-z0-9,-]{0,60})_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d$/i;

/** @param name last part of a path, `.gz` removed */
export function parseBenchbaseName(name: string): BenchbaseName {
  const [, stem = name, transaction] = ENDING.exec(name) ?? [];
  return { stem, transaction: transaction ?? null };
}

/** The benchmark that a stem names; null for other names. */
export function benchmarkOfStem(stem: string): string | null {
  return STEM.exec(stem)?.[1]?.toLowerCase() ?? null;
}

/** Name of the test of a benchmark's transaction; of all its requests without one. */
export function testOf(benchmark: string, transaction: string | null): string {
  return transaction === null ? benchmark : `${benchmark}.${transaction}`;
}
