import type { CompareView, HeatmapEntry } from '@basecase/db/types';
import { naturalOrder } from '@basecase/ingest/model';
import { shortWorkloadLabel } from '../../text/workload-label';
import { workloadName } from '../choose-report';
import {
  hiddenPairs,
  originOf,
  type ReportControl,
  type ReportPage,
  thresholdControl,
} from '../prepare-page';
import { plural } from '../report-changes';
import type { ReportState } from '../report-state';
import { baseDevice, sortKeys } from './sort-devices';
import { toSyncStudy } from './sync-devices';

interface Input {
  entries: readonly HeatmapEntry[];
  chosen: HeatmapEntry;
  /** Of the chosen workload, one per server. */
  views: readonly CompareView[];
  state: ReportState;
}

/** Head of the report: one workload, all servers that ran it. */
export function prepareFsyncPage({ entries, chosen, views, state }: Input): ReportPage {
  const study = toSyncStudy(views);
  const { workload } = chosen;
  const devices = study.devices.map(({ key, server, filesystem }) => ({
    value: key,
    label: [server, filesystem].filter(Boolean).join(' '),
  }));
  const controls: ReportControl[] = [
    { name: 'workload', label: 'Workload', value: workload.slug, choices: workloadsOf(entries) },
    ...(devices.length > 1
      ? [
          {
            name: 'base' as const,
            label: 'Base',
            value: baseDevice(study.devices, state)?.key ?? '',
            choices: devices,
          },
          {
            name: 'sort' as const,
            label: 'Order',
            value: sortKeys(study).includes(state.sort) ? state.sort : '',
            choices: [
              { value: '', label: 'by name' },
              ...sortKeys(study).map((key) => ({ value: key, label: `shortest ${key} first` })),
            ],
          },
          thresholdControl(state),
        ]
      : []),
  ];
  return {
    kind: 'fsync',
    title: 'fsync latency',
    on: `on ${views.length} ${plural(views.length, 'server')}`,
    meta: [originOf(workload), shortWorkloadLabel(workload), ...workload.details],
    heatmap: { server: chosen.server.slug, workload: workload.slug },
    controls,
    hidden: hiddenPairs(state, controls),
  };
}

/** Each workload once, with the number of servers that ran it. */
function workloadsOf(entries: readonly HeatmapEntry[]): ReportControl['choices'] {
  const workloads = new Map<string, { label: string; servers: number }>();
  for (const { workload } of entries) {
    const { servers = 0 } = workloads.get(workload.slug) ?? {};
    workloads.set(workload.slug, { label: workloadName(workload), servers: servers + 1 });
  }
  return [...workloads]
    .map(([value, { label, servers }]) => ({
      value,
      label: `${label}, ${servers} ${plural(servers, 'server')}`,
    }))
    .sort((a, b) => naturalOrder(a.label, b.label));
}
