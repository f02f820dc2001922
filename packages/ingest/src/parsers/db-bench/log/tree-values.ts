import { GIB } from '../sizes';
import type { LogValue } from './db-bench-log';
import type { TreeStatistics } from './tree-statistics';

/**
 * Measurements of a dump of statistics.
 *
 * @param isCumulative true when nothing but the test ran since the database was opened; else only sizes say something
 *   about the test
 */
export function toTreeValues(tree: TreeStatistics, isCumulative: boolean): LogValue[] {
  const values: LogValue[] = [];
  const add = (metric: LogValue['metric'], at: { value: number; line: number } | undefined) => {
    if (at) values.push({ metric, value: at.value, line: at.line });
  };
  add('lsm_size', tree.lsmBytes);
  add('blob_size', tree.blobBytes);
  if (!isCumulative) return values;
  const written = tree.compactionGb;
  if (written)
    values.push({ metric: 'compaction_write', value: Math.round(written.value * GIB), line: written.line });
  add('compaction_rate', tree.compactionRate);
  add('compaction_seconds', tree.compactionSeconds);
  add('compaction_cpu', tree.compactionCpuSeconds);
  add('uptime', tree.uptimeSeconds);
  add('stall_percent', tree.stallPercent);
  if (tree.stalls) values.push({ metric: 'stall_count', ...tree.stalls, formula: 'stall_counts' });
  const amplification = reportWriteAmplification(tree);
  if (amplification) values.push(amplification);
  return values;
}

/** As benchmark.sh computes w_amp. Flushes are in the compaction statistics too, so they count twice. */
function reportWriteAmplification({ compactionGb, flushGb, ingestGb }: TreeStatistics): LogValue | null {
  if (!compactionGb || !flushGb || !ingestGb || ingestGb.value <= 0) return null;
  const value = (compactionGb.value + flushGb.value) / ingestGb.value;
  return {
    metric: 'write_amplification',
    value,
    line: compactionGb.line,
    formula: 'report_write_amplification',
  };
}
