import type { StoppedEntry, StoppedTest } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';

/** Its cell in the heatmap, with the newest version in which it worked as the base; of builds these two are named. */
export function stoppedTestHref(
  { server, workload, isNights }: Pick<StoppedEntry, 'server' | 'workload' | 'isNights'>,
  { test, column, base }: Pick<StoppedTest, 'test' | 'column' | 'base'>,
): string {
  return compareHref({
    server: server.slug,
    workload: workload.slug,
    base,
    cell: { test, column },
    ...(isNights && { cols: [base, column] }),
  });
}
