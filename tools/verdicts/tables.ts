/** Two runs of the same on one machine: nothing should differ. */
export interface SameTable {
  /** The machine. Tables of one source are in the order of time, each begins with the run that the one before it ends with. */
  source: string;
  /** What sort of machine, in any words: figures are grouped by it. */
  kind: string;
  /** ln of later / earlier, by test. */
  x: readonly number[];
}

/** @throws RangeError when it is not a list of tables */
export function readTables(text: string): SameTable[] {
  const tables: unknown = JSON.parse(text);
  if (!Array.isArray(tables) || tables.length === 0) throw new RangeError('expected a list of tables');
  return tables.map((table: Partial<Record<keyof SameTable, unknown>> | null, index) => {
    const { source, kind, x } = table ?? {};
    const isList = Array.isArray(x) && x.length > 0 && x.every((value) => Number.isFinite(value));
    if (typeof source !== 'string' || typeof kind !== 'string' || !isList) {
      throw new RangeError(`table ${index + 1} is not {"source": "…", "kind": "…", "x": [numbers]}`);
    }
    return { source, kind, x };
  });
}
