import { formatRatio, NO_VALUE, type Verdict } from '@basecase/analysis';
import type { LadderStep } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';

export interface LadderRow {
  column: string;
  version: string;
  config: string;
  /** `last good, base`, `first bad`, `back at the previous level`; empty without. */
  role: string;
  isFirstBad: boolean;
  value: string;
  /** Percent of the longest bar; null without a value. */
  bar: number | null;
  isBad: boolean;
  ratio: number | null;
  verdict: Verdict;
  /** To the version before. */
  previous: string;
  runs: string;
  /** Starts another level than the version before it. */
  isNewLevel: boolean;
}

const ROLES = {
  'last good': 'last good, base',
  'first bad': 'first bad',
  fixed: 'back at the previous level',
};

/**
 * Versions in release order with their levels: where the change arrives, and whether it stays.
 *
 * @param text how a value is written
 */
export function ladderRows(
  ladder: readonly LadderStep[],
  kind: 'regression' | 'improvement',
  text: (value: number) => string,
): LadderRow[] {
  const longest = Math.max(0, ...ladder.map(({ value }) => value ?? 0));
  const from = ladder.findIndex(({ role }) => role === 'first bad');
  const until = ladder.findIndex(({ role }) => role === 'fixed');
  const configs = new Set(ladder.map(({ config }) => config));
  let level: number | null = null;
  return ladder.map((step, index) => {
    const isNewLevel = step.level !== null && level !== null && step.level !== level;
    level = step.level ?? level;
    const isAffected = from >= 0 && index >= from && (until === -1 || index < until);
    return {
      column: step.column,
      version: versionLabel(step.version),
      config: configs.size > 1 ? (step.config ?? '') : '',
      role: roleText(step, kind),
      isFirstBad: step.role === 'first bad',
      value: step.value === null ? NO_VALUE : text(step.value),
      bar: step.value === null || longest === 0 ? null : Math.round((1000 * step.value) / longest) / 10,
      isBad: isAffected && kind === 'regression',
      ratio: step.toLastGood,
      verdict: step.verdict.verdict,
      previous: formatRatio(step.toPrevious),
      runs: runsText(step),
      isNewLevel,
    };
  });
}

function roleText({ role }: LadderStep, kind: 'regression' | 'improvement'): string {
  if (role === null) return '';
  if (kind === 'regression') return ROLES[role];
  return { 'last good': 'before, base', 'first bad': 'first faster', fixed: 'lost again' }[role];
}

function runsText({ results, status }: LadderStep): string {
  if (status === 'missing') return 'not run';
  if (status !== 'ok') return status === 'sla_failed' ? 'missed its SLA' : status;
  return String(results);
}
