import { UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import type { BenchbaseConfig, Work } from '../config/config-log';
import type { BenchbaseSummary } from '../summary/summary-log';

/** More phases than this would make the label too long. */
const MAX_PHASES = 4;

/**
 * What must be equal for a fair comparison: `scale factor 10, serializable, weights 45,43,4,4,4, limited to 100/s`.
 * Terminals are a separate field. Weights and limits come from the configuration in the directory; those of several
 * phases follow each other. How long a run took is not in it.
 */
export function workloadOf(summary: BenchbaseSummary | null, config: BenchbaseConfig | null): Workload {
  const scale = summary?.scaleFactor ?? config?.scaleFactor ?? null;
  const isolation = summary?.isolation ?? config?.isolation ?? null;
  const works = config?.works ?? [];
  const weights = inPhases(works.map((work) => work.weights));
  const words = [
    scale === null ? null : `scale factor ${scale}`,
    isolation === null ? null : isolationOf(isolation),
    weights === null ? null : `weights ${weights}`,
    limitWords(works),
  ].filter((word) => word !== null);
  return {
    ...UNKNOWN_WORKLOAD,
    clients: summary?.terminals ?? config?.terminals ?? null,
    label: words.length > 0 ? words.join(', ') : null,
  };
}

/** `limited to 100/s`, of phases with several rates `rates unlimited then 500/s`; null without a limit. */
function limitWords(works: readonly Work[]): string | null {
  if (works.every(({ rate }) => rate === null)) return null;
  const words = inPhases(works.map(({ rate }) => (rate === null ? 'unlimited' : `${rate}/s`)));
  const isOne = new Set(works.map(({ rate }) => rate)).size === 1;
  return `${isOne ? 'limited to' : 'rates'} ${words}`;
}

/** The value of each phase, once where all are equal. */
function inPhases(texts: readonly (string | null)[]): string | null {
  const phases = texts.filter((text) => text !== null);
  if (new Set(phases).size <= 1) return phases[0] ?? null;
  const more = phases.length > MAX_PHASES ? ` and ${phases.length - MAX_PHASES} more` : '';
  return `${phases.slice(0, MAX_PHASES).join(' then ')}${more}`;
}

/** `TRANSACTION_READ_COMMITTED` → `read committed` */
function isolationOf(name: string): string {
  return name
    .replace(/^TRANSACTION_/i, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}
