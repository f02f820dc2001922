import { type ChangeExplanation, isMainReason, type ReasonMetric } from './explain-change';

export const COST_WORDS: Readonly<Record<ReasonMetric, string>> = {
  server_cpu_us_per_op: 'CPU of the server',
  cpu_per_op: 'CPU',
  cs_per_op: 'context switches',
  reads_per_op: 'read requests',
  read_kb_per_op: 'KB read',
  write_kb_per_op: 'KB written',
  instructions_per_op: 'instructions',
  cache_misses_per_op: 'cache misses',
  branch_misses_per_op: 'branch misses',
};

/**
 * An explanation for one cell of a table: what would be enough for at least 40% of the change, best first.
 * Empty when there is nothing to explain.
 */
export function explanationWords({ verdict, reasons }: ChangeExplanation): string {
  switch (verdict) {
    case 'nothing to explain':
      return '';
    case 'no metrics':
      return 'costs not recorded';
    case 'unexplained':
      return 'not in these metrics';
    default: {
      const words = reasons.filter(isMainReason).map(({ metric }) => COST_WORDS[metric]);
      return words.join(', ') + (verdict === 'partly explained' ? ' in part' : '');
    }
  }
}

/**
 * Part of a change that no metric accounts for by itself, 0 to 1: what the best reason leaves. Null where nothing was
 * to be explained, or nothing to explain it with.
 */
export function unexplainedShare({ verdict, reasons }: ChangeExplanation): number | null {
  if (verdict === 'nothing to explain' || verdict === 'no metrics') return null;
  return 1 - Math.max(0, ...reasons.map(({ share }) => share));
}
