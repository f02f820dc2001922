import type { Fact } from '@basecase/ingest/model';

/** How far one counter of a server went up while a test ran. */
export interface CounterChange {
  /** View that it is of: `pg_stat_io`, `SHOW GLOBAL STATUS`. */
  view: string;
  /**
   * What it belongs to within the view, tables of one kind together: `sbtest#`; null when there is one of each name.
   */
  group: string | null;
  name: string;
  /** Absolute, over the whole test; never negative. */
  change: number;
}

const NOT_COUNTERS =
  /^(?:\w*id|numbackends|op_bytes|n_live_tup|n_mod_since_analyze|n_ins_since_vacuum|Uptime\w*|Threads_(?:cached|connected|running)|Open_(?:files|streams|table_definitions|tables)|Max_\w+|\w+_(?:avg|max|current|free|total|data|dirty|misc|size|usage_pct)|Last_query_\w+|Prepared_stmt_count|Innodb_page_size|Innodb_num_open_files|Innodb_history_list_length|Innodb_(?:\w+_)?lsn\w*)$/i;
/** Catalogs and what PostgreSQL keeps of large values: no tables of the benchmark. */
const CATALOG = /^(?:pg_catalog|pg_toast|information_schema)\b/;
const CATALOGS = 'catalogs';

/** False for ids, sizes, settings, states, means and extremes, which a dump prints among its counters. */
export function isCounter({ group, name }: Pick<Fact, 'group' | 'name'>): boolean {
  // `computed` facts are ratios that the parser adds.
  return group !== 'computed' && !NOT_COUNTERS.test(name);
}

/**
 * Adds up what belongs together, so that eight tables of one kind are one row and not eight: databases, tables and
 * indexes whose names differ in digits only, and all catalogs. Other numbers are left out.
 *
 * @param changes of one view, as `diffFacts` gives them
 */
export function sumChanges(view: string, changes: readonly Fact[]): CounterChange[] {
  const sums = new Map<string, CounterChange>();
  for (const fact of changes) {
    const { group, name, number } = fact;
    if (number === null || !isCounter(fact)) continue;
    const kind = groupKind(view, group);
    const key = JSON.stringify([kind, name]);
    const sum = sums.get(key);
    if (sum) sum.change += number;
    else sums.set(key, { view, group: kind, name, change: number });
  }
  return [...sums.values()];
}

function groupKind(view: string, group: string | null): string | null {
  if (group === null || view === 'pg_stat_database') return null;
  if (CATALOG.test(group)) return CATALOGS;
  return group.replace(/\d+/g, '#');
}
