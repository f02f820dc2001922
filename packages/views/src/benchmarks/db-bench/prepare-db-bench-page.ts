import type { CompareView, HeatmapEntry } from '@basecase/db/types';
import { originOf, prepareVersionsPage, type ReportControl, type ReportPage } from '../prepare-page';
import type { ReportState } from '../report-state';
import { toReportView } from '../report-view';
import { variantNames } from '../variants';
import { familyKey, familyOf, workloadWord } from './workload-family';
import { baseSlug } from './workload-report';

interface Input {
  entries: readonly HeatmapEntry[];
  chosen: HeatmapEntry;
  /** Of the family of the chosen workload. */
  views: readonly CompareView[];
  state: ReportState;
}

/** Head of the report: workloads that stand side by side are one choice, and the base is one of any of them. */
export function prepareDbBenchPage({ entries, chosen, views, state }: Input): ReportPage {
  const [first] = views;
  if (!first) throw new Error('A report is made of one view or more.');
  const page = prepareVersionsPage({ kind: 'db-bench', entries, view: first, state });
  const onServer = entries.filter(({ server }) => server.slug === chosen.server.slug);
  const family = familyOf(entries, chosen);
  return {
    ...page,
    meta: [
      originOf(first.workload),
      ...(chosen.server.cores === null ? [] : [chosen.server.name]),
      familyKey(chosen.workload),
      family.map(({ workload }) => workloadWord(workload) ?? workload.label).join(', '),
    ],
    heatmap: { server: chosen.server.slug, workload: chosen.workload.slug },
    controls: page.controls.map((control): ReportControl => {
      if (control.name === 'workload') return workloadControl(onServer, family);
      return control.name === 'base' ? baseControl(views, state) : control;
    }),
  };
}

function workloadControl(onServer: readonly HeatmapEntry[], family: readonly HeatmapEntry[]): ReportControl {
  const families = new Map<string, HeatmapEntry[]>();
  for (const entry of onServer) {
    const own = familyOf(onServer, entry);
    const [first] = own;
    if (first) families.set(first.workload.slug, own);
  }
  return {
    name: 'workload',
    label: 'Workload',
    value: family[0]?.workload.slug ?? '',
    choices: [...families].map(([slug, own]) => ({
      value: slug,
      label: [
        ...own.slice(0, 1).map(({ workload }) => familyKey(workload)),
        own.flatMap(({ workload }) => workloadWord(workload) ?? []).join(', '),
      ]
        .filter(Boolean)
        .join(': '),
    })),
  };
}

function baseControl(views: readonly CompareView[], state: ReportState): ReportControl {
  const reports = views.map((view) => toReportView(view, state));
  const variants = [
    ...new Map(
      reports.flatMap((report) => report.variants.map((each) => [each.slug, each] as const)),
    ).values(),
  ];
  return {
    name: 'base',
    label: 'Base',
    value: baseSlug(reports, state.base),
    choices: variantNames(variants).map(({ name, detail }, index) => ({
      value: variants[index]?.slug ?? '',
      label: `${name} ${detail}`.trim(),
    })),
  };
}
