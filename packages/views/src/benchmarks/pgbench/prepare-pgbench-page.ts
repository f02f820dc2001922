import type { HeatmapEntry } from '@basecase/db/types';
import { serverClass } from '../../text/server-name';
import { serverChoices } from '../choose-report';
import {
  buildControl,
  hiddenPairs,
  originOf,
  productControl,
  type ReportControl,
  type ReportPage,
  thresholdControl,
} from '../prepare-page';
import type { ReportState } from '../report-state';
import { titleOf } from '../variants';
import type { ClientGroup } from './client-groups';
import type { PgbenchView } from './pgbench-view';

interface Input {
  /** All of the benchmark. */
  entries: readonly HeatmapEntry[];
  /** Of the chosen server. */
  groups: readonly ClientGroup[];
  group: ClientGroup;
  chosen: HeatmapEntry;
  report: PgbenchView;
  state: ReportState;
}

/** Head of the report: workloads that differ in clients only are one choice, and tests are another. */
export function preparePgbenchPage({ entries, groups, group, chosen, report, state }: Input): ReportPage {
  const { server, workload } = chosen;
  const { variants, names, base, tests, test, limit, points } = report;
  const columns = points.flatMap(({ view }) => view.matrix.columns);
  const distinct = [...new Map(columns.map((column) => [column.slug, column])).values()];
  const controls: ReportControl[] = [
    { name: 'server', label: 'Server', value: server.slug, choices: serverChoices(entries) },
    {
      name: 'workload',
      label: 'Workload',
      value: group.slug,
      choices: groups.map((each) => ({ value: each.slug, label: each.label + sourceOf(each) })),
    },
    { name: 'test', label: 'Test', value: test, choices: tests.map((key) => ({ value: key, label: key })) },
    ...productControl(distinct, state),
    ...buildControl(distinct, state),
    {
      name: 'base',
      label: 'Base',
      value: variants[base]?.slug ?? '',
      choices: names.map(({ name, detail }, index) => ({
        value: variants[index]?.slug ?? '',
        label: `${name} ${detail}`.trim(),
      })),
    },
    thresholdControl(state),
  ];
  return {
    kind: 'pgbench',
    title: titleOf(variants),
    on: `on ${serverClass(server)}`,
    meta: [
      originOf(workload),
      ...(serverClass(server) === server.name ? [] : [server.name]),
      test,
      group.label,
      ...(limit === null ? [] : ['rate-limited']),
    ],
    heatmap: { server: server.slug, workload: group.slug },
    controls,
    hidden: hiddenPairs(state, controls),
    understood: {
      // Links of heatmaps name one number of clients; the group of it is shown.
      workload: groups.flatMap(({ entries: members }) => members.map((each) => each.workload.slug)),
      versions: variants.map(({ slug }) => slug),
    },
  };
}

/** Where the numbers come from, where it is not an upload. */
function sourceOf({ entries }: ClientGroup): string {
  const workload = entries[0]?.workload;
  return workload && workload.origin !== 'uploaded' ? ` (${workload.source ?? workload.origin})` : '';
}
