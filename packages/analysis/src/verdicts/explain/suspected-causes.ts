import { groupBy } from '../../statistics/group-by';
import type { ChangeDirection } from '../verdict';
import { type ChangeExplanation, isMainReason, type ReasonMetric } from './explain-change';

/** The cost behind a change, as far as the metrics show. */
export type ReasonClass = 'CPU' | 'CPU+IO' | 'CPU+cs' | 'IO' | 'cs' | 'waits differently' | 'no metrics';

/** A sure flag, as it is grouped. */
export interface SureFlag {
  /** Key of its test. */
  test: string;
  direction: ChangeDirection;
  /** Version that its level starts with; null: no step was found. */
  since: string | null;
  explanation: ChangeExplanation | null;
}

/** Flags that may have one cause. */
export interface SuspectedCause {
  since: string | null;
  direction: ChangeDirection;
  reason: ReasonClass;
  /** Keys of its tests, in the order of the flags. */
  tests: string[];
}

/**
 * Few causes from many flags: sure flags with the same first bad version, direction and class of reason (docs/method.md
 * §5.3). Deterministic, unlike a clustering whose result moves with each upload; no proof of one cause.
 *
 * @returns the largest group first; of equal ones the one whose test comes first
 */
export function suspectedCauses(flags: readonly SureFlag[]): SuspectedCause[] {
  const groups = groupBy(flags, ({ since, direction, explanation }) =>
    JSON.stringify([since, direction, reasonClass(explanation)]),
  );
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { since, direction, explanation } = first;
      return [{ since, direction, reason: reasonClass(explanation), tests: own.map(({ test }) => test) }];
    })
    .sort((a, b) => b.tests.length - a.tests.length);
}

/** Class of an explanation: a reason counts from a share of .4 on. With CPU, IO precedes context switches. */
export function reasonClass(explanation: ChangeExplanation | null): ReasonClass {
  if (explanation === null || explanation.verdict === 'no metrics') return 'no metrics';
  const isMain = (...metrics: ReasonMetric[]) =>
    explanation.reasons.some((reason) => isMainReason(reason) && metrics.includes(reason.metric));
  const hasIo = isMain('reads_per_op', 'read_kb_per_op', 'write_kb_per_op');
  const hasSwitches = isMain('cs_per_op');
  if (isMain('cpu_per_op', 'server_cpu_us_per_op')) return hasIo ? 'CPU+IO' : hasSwitches ? 'CPU+cs' : 'CPU';
  if (hasIo) return 'IO';
  return hasSwitches ? 'cs' : 'waits differently';
}
