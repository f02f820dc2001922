import type { WorkloadView } from '@basecase/db/types';

/** The label without the title of the report it was published in, for places that show the title next to it. */
export function shortWorkloadLabel({ label, source }: Pick<WorkloadView, 'label' | 'source'>): string {
  const suffix = ` (${source})`;
  return source !== null && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
}
