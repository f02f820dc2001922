import { formatRatio } from '@basecase/analysis';
import type { CompareView, HeatmapEntry } from '@basecase/db/types';
import { serverClass } from '../text/server-name';
import { shortWorkloadLabel } from '../text/workload-label';
import { knownName } from '../url/address-problem';
import type { ReportKind } from '../url/benchmark-view-href';
import { type Choice, serverChoices, workloadChoices } from './choose-report';
import { type ReportState, reportHref, reportUrl } from './report-state';
import { type LinkTo, toReportView } from './report-view';
import {
  ALL_BUILDS,
  buildChoices,
  shownBuild,
  shownVariants,
  titleOf,
  type Variant,
  variantNames,
} from './variants';

/** A select of the form. */
export interface ReportControl {
  name: keyof ReportState;
  label: string;
  value: string;
  choices: Choice[];
}

/** Head of a report: what is shown and what may be chosen. */
export interface ReportPage {
  kind: ReportKind;
  title: string;
  on: string;
  meta: string[];
  heatmap: { server: string; workload: string };
  controls: ReportControl[];
  /** What the form keeps without showing it. */
  hidden: [name: string, value: string][];
  /** Values that are understood although no control offers them, by parameter. */
  understood?: Partial<Record<keyof ReportState, string[]>>;
}

const THRESHOLDS = [0.95, 0.97, 0.9];

/** Links to the same report in another state; what is chosen is kept in the link. */
export function linksOf(kind: ReportKind, state: ReportState): LinkTo {
  return (change) => reportHref(`/${kind}`, { ...state, ...change });
}

/** Head of a report about versions on one server. */
export function prepareVersionsPage({
  kind,
  entries,
  view,
  state,
}: {
  kind: ReportKind;
  entries: readonly HeatmapEntry[];
  view: CompareView;
  state: ReportState;
}): ReportPage {
  const { server, workload } = view;
  const { variants, base } = toReportView(view, state);
  const controls: ReportControl[] = [
    { name: 'server', label: 'Server', value: server.slug, choices: serverChoices(entries) },
    {
      name: 'workload',
      label: 'Workload',
      value: workload.slug,
      choices: workloadChoices(entries, server.slug),
    },
    ...productControl(view.matrix.columns, state),
    ...buildControl(view.matrix.columns, state),
    {
      name: 'base',
      label: 'Base',
      value: variants[base]?.slug ?? '',
      choices: variantNames(variants).map((name, index) => ({
        value: variants[index]?.slug ?? '',
        label: `${name.name} ${name.detail}`.trim(),
      })),
    },
    thresholdControl(state),
  ];
  return {
    kind,
    title: titleOf(variants),
    on: `on ${serverClass(server)}`,
    meta: metaOf(view),
    heatmap: { server: server.slug, workload: workload.slug },
    controls,
    hidden: hiddenPairs(state, controls),
  };
}

/** State that no control of the form shows. */
export function hiddenPairs(state: ReportState, controls: readonly ReportControl[]): ReportPage['hidden'] {
  const shown = new Set<string>(controls.map(({ name }) => name));
  return reportUrl.pairs(state).filter(([name]) => !shown.has(name));
}

export function thresholdControl({ t }: ReportState): ReportControl {
  const choices = THRESHOLDS.includes(t) ? THRESHOLDS : [t, ...THRESHOLDS];
  return {
    name: 't',
    label: 'Threshold',
    value: String(t),
    choices: choices.map((each) => ({
      value: String(each),
      label: `${formatRatio(each)} / ${formatRatio(1 / each)}`,
    })),
  };
}

/** None where all columns are of one product. */
export function productControl(columns: readonly Variant[], { product }: ReportState): ReportControl[] {
  const products = [...new Set(columns.map((column) => column.product))];
  if (products.length < 2) return [];
  return [
    {
      name: 'product',
      label: 'Product',
      value: products.includes(knownName(products, product)) ? knownName(products, product) : '',
      choices: [{ value: '', label: 'all' }, ...products.map((name) => ({ value: name, label: name }))],
    },
  ];
}

/** None where a choice would leave single versions only. */
export function buildControl(columns: readonly Variant[], { product, build }: ReportState): ReportControl[] {
  const candidates = shownVariants(columns, { product, build: ALL_BUILDS });
  const names = buildChoices(candidates);
  if (names.length === 0) return [];
  return [
    {
      name: 'build',
      label: 'Build and config',
      value: shownBuild(candidates, build),
      choices: [ALL_BUILDS, ...names].map((name) => ({ value: name, label: name })),
    },
  ];
}

/** Where the numbers come from, on which server, and what all of them share. */
function metaOf({ server, workload }: CompareView): string[] {
  return [
    originOf(workload),
    ...(serverClass(server) === server.name ? [] : [server.name]),
    shortWorkloadLabel(workload),
    // What a table is relative to has a line of its own on the page.
    ...workload.details.filter((detail) => !detail.startsWith('relative to')),
  ];
}

export function originOf({ origin, source }: CompareView['workload']): string {
  switch (origin) {
    case 'published':
      return source ? `published figures: ${source}` : 'published figures';
    case 'recorded':
      return 'runs recorded by this project';
    case 'uploaded':
      return 'uploaded runs';
  }
}
