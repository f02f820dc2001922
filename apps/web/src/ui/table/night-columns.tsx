import type { NightRow, NightsTable } from '@basecase/views/series';
import type { PageColumn } from './column-table';

/** Columns that every table of nights has: commit, value, cost and run. */
export function nightColumns({ metric, cost }: Pick<NightsTable, 'metric' | 'cost'>) {
  return {
    commit: {
      head: 'Commit',
      className: 'mono',
      cell: ({ build, buildHref }) => (buildHref ? <a href={buildHref}>{build}</a> : build),
    },
    value: { head: metric, kind: 'number', text: 'valueText' },
    cost: cost ? { head: cost, kind: 'number', text: 'costText' } : null,
    run: {
      head: 'Run',
      cell: ({ runHref, day, build }) => (
        <a href={runHref} aria-label={`Run of ${day} ${build}`}>
          run
        </a>
      ),
    },
  } satisfies Record<string, PageColumn<NightRow> | null>;
}
