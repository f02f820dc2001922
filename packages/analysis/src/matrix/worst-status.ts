import type { ResultStatus } from '@basecase/ingest/model';
import type { CellStatus } from './matrix';

/** Worst last. */
const STATUS_ORDER: readonly ResultStatus[] = ['ok', 'warmup', 'sla_failed', 'failed'];

/** Status of a cell: the worst of its repeats, because a failed one must be seen, however good the others were. */
export function worstStatus(repeats: readonly ResultStatus[]): CellStatus {
  const worst = Math.max(-1, ...repeats.map((status) => STATUS_ORDER.indexOf(status)));
  return STATUS_ORDER[worst] ?? 'missing';
}
