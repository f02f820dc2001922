import type { CorrectionPreview } from '@basecase/db/types';

/** What a merge would change, for a terminal: heatmaps one by one, records by what happens to them. */
export function describeMerge({ runs, results, heatmaps, records, servers }: CorrectionPreview): string {
  const changes = new Map<string, number>();
  for (const { change } of records ?? []) changes.set(change, (changes.get(change) ?? 0) + 1);
  const lines = [
    `${runs.length} runs with ${results} results would count elsewhere`,
    ...heatmaps.map(
      ({ server, workload, columns }) =>
        `  ${server.name}, ${workload.label}: ${columns.before} → ${columns.after} columns`,
    ),
    ...servers.map(
      ({ server, change }) =>
        `  ${server.name} ${change === 'new' ? 'gets its first runs' : 'has no runs left'}`,
    ),
    records === null
      ? '  records: too many heatmaps to judge here, they are judged afterwards'
      : `  records: ${[...changes].map(([change, count]) => `${count} ${change}`).join(', ') || 'none changes'}`,
    'Nothing was changed.',
  ];
  return `${lines.join('\n')}\n`;
}
