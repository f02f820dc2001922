import { formatRatio } from '@basecase/analysis';
import type { CompareView, HeatmapEntry } from '@basecase/db/types';
import { lookUp, naturalOrder } from '@basecase/ingest/model';
import { byPreference } from '../results/heatmap-order';
import { originText, serverClass, serverTitle, shortWorkloadLabel } from '../text/words';
import { type AddressProblem, knownName, unknownValues } from '../url/address-problem';
import type { ReportKind } from '../url/hrefs';
import {
  type Choice,
  clientsUrl,
  type LinkTo,
  type LoadedReport,
  type ReportControl,
  type ReportPage,
  type ReportState,
  reportHref,
} from './report-model';
import {
  ALL_BUILDS,
  buildChoices,
  shownBuild,
  shownVariants,
  titleOf,
  toReportView,
  type Variant,
  variantNames,
} from './report-view';

const THRESHOLDS = [0.95, 0.97, 0.9];

/**
 * Which heatmap a report shows. A workload that the server does not have is replaced by the server's first one, and an
 * unknown server by the first: the form without scripts can change one of the two only.
 *
 * @returns null when nothing is loaded
 */
export function chooseReport(
  entries: readonly HeatmapEntry[],
  { server, workload }: Pick<ReportState, 'server' | 'workload'>,
): HeatmapEntry | null {
  const preferred = [...entries].sort(byPreference);
  const onServer = preferred.filter((entry) => entry.server.slug === server);
  const candidates = onServer.length > 0 ? onServer : preferred;
  return candidates.find((entry) => entry.workload.slug === workload) ?? candidates[0] ?? null;
}

/** Links to the same report in another state. */
export function linksOf(kind: ReportKind, state: ReportState): LinkTo {
  return (change) => reportHref(`/${kind}`, { ...state, ...change });
}

/** Head of a report about versions of one workload on one server. */
export function versionsPage({
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
  return serverPage({
    ...{ kind, entries, server, state, variants },
    meta: [
      originText(workload),
      ...serverMeta(server),
      shortWorkloadLabel(workload),
      // The base of a table of ratios is a note on the page.
      ...workload.details.filter((detail) => !detail.startsWith('relative to')),
    ],
    workload: { current: workload.slug, choices: workloadChoices(entries, server.slug) },
    columns: view.matrix.columns,
    base: variants[base]?.slug ?? '',
  });
}

interface ServerPage {
  kind: ReportKind;
  entries: readonly HeatmapEntry[];
  server: HeatmapEntry['server'];
  state: ReportState;
  meta: string[];
  workload: { current: string; choices: Choice[] };
  /** Everything that can be shown, of which the products and builds are offered. */
  columns: readonly Variant[];
  variants: readonly Variant[];
  /** Versions that can be the base, where more are offered than the shown ones. */
  bases?: readonly Variant[];
  base: string;
  /** Controls of this report only, after the workload. */
  extra?: ReportControl[];
  heatmap?: string;
  understood?: ReportPage['understood'];
}

/** Head of a report about versions on one server. */
export function serverPage(input: ServerPage): ReportPage {
  const { kind, entries, server, state, meta, workload, columns, variants, bases = variants } = input;
  const controls: ReportControl[] = [
    { name: 'server', label: 'Server', value: server.slug, choices: serverChoices(entries) },
    { name: 'workload', label: 'Workload', value: workload.current, choices: workload.choices },
    ...(input.extra ?? []),
    ...productControl(columns, state),
    ...buildControl(columns, state),
    {
      name: 'base',
      label: 'Base',
      value: input.base,
      choices: variantNames(bases).map(({ name, detail }, index) => ({
        value: bases[index]?.slug ?? '',
        label: `${name} ${detail}`.trim(),
      })),
    },
    thresholdControl(state),
  ];
  return {
    ...{ kind, meta, controls },
    title: titleOf(variants),
    on: `on ${serverClass(server)}`,
    heatmap: { server: server.slug, workload: input.heatmap ?? workload.current },
    hidden: hiddenPairs(state, controls),
    ...(input.understood && { understood: input.understood }),
  };
}

/** The name of the server, unless its class is its name. */
export function serverMeta(server: HeatmapEntry['server']): string[] {
  return serverClass(server) === server.name ? [] : [server.name];
}

/** Servers that have results, in the order of their names. */
export function serverChoices(entries: readonly HeatmapEntry[]): Choice[] {
  const servers = new Map(entries.map(({ server }) => [server.slug, server]));
  return [...servers.values()]
    .sort((a, b) => naturalOrder(a.name, b.name))
    .map(({ slug, name, cores }) => ({
      value: slug,
      label: serverTitle({ name, cores }),
    }));
}

/** Workloads of a server. */
export function workloadChoices(entries: readonly HeatmapEntry[], server: string): Choice[] {
  return entries
    .filter((entry) => entry.server.slug === server)
    .map(({ workload }) => ({ value: workload.slug, label: workloadName(workload) }))
    .sort((a, b) => naturalOrder(a.label, b.label));
}

/** A workload in one line, with the origin of its numbers. */
export function workloadName(workload: HeatmapEntry['workload']): string {
  const { origin, source, details } = workload;
  const from = origin === 'published' && source !== null ? `published ${source}` : origin;
  return `${[shortWorkloadLabel(workload), ...details].join(', ')} (${from})`;
}

/** State that no control of the form shows. */
export function hiddenPairs(state: ReportState, controls: readonly ReportControl[]): ReportPage['hidden'] {
  const shown = new Set<string>(controls.map(({ name }) => name));
  return clientsUrl.pairs(state).filter(([name]) => !shown.has(name));
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
function productControl(columns: readonly Variant[], { product }: ReportState): ReportControl[] {
  const products = [...new Set(columns.map((column) => column.product))];
  if (products.length < 2) return [];
  const known = knownName(products, product);
  return [
    {
      name: 'product',
      label: 'Product',
      value: products.includes(known) ? known : '',
      choices: [{ value: '', label: 'all' }, ...products.map((name) => ({ value: name, label: name }))],
    },
  ];
}

/** None where a choice would leave single versions only. */
function buildControl(columns: readonly Variant[], { product, build }: ReportState): ReportControl[] {
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

/** Parts of the address of a report that match nothing its form offers. */
export function reportProblems(
  state: ReportState,
  { page, model, views }: Pick<LoadedReport, 'page' | 'model' | 'views'>,
  misread: AddressProblem[],
): AddressProblem[] {
  const products = views.flatMap(({ matrix }) => matrix.columns.map(({ product }) => product));
  const offered = new Map(
    page.controls.map(({ name, choices }) => [name, choices.map(({ value }) => value)]),
  );
  if (!offered.has('product')) offered.set('product', products);
  if (!offered.has('server'))
    offered.set(
      'server',
      views.map(({ server }) => server.slug),
    );
  for (const [name, known] of Object.entries(page.understood ?? {}) as [keyof ReportState, string[]][]) {
    offered.set(name, [...(offered.get(name) ?? []), ...known]);
  }
  if (model?.detail)
    offered.set(
      model.detail.parameter ?? 'test',
      model.detail.choices.map(({ key }) => key),
    );
  const where = ' in this report';
  const test = offered.has('test') ? [] : [state.test];
  const problems = [...misread, ...unknownValues('test', test, { known: [], where })];
  for (const [name, known] of offered) {
    const given = state[name] ?? '';
    // An empty list means "all"; a number is checked by its form.
    if (typeof given === 'number' || known.length === 0) continue;
    const meant = name === 'product' ? knownName(known, state.product) : given;
    problems.push(
      ...unknownValues(name, typeof meant === 'string' ? [meant] : meant, {
        known,
        what: lookUp(WORDS, name) ?? name,
        where,
      }),
    );
    // The other values belong to the server and the workload that are shown instead.
    if ((name === 'server' || name === 'workload') && problems.length > 0) break;
  }
  return problems;
}

/** Words for parameters with unclear names. */
const WORDS: Partial<Record<string, string>> = {
  base: 'base',
  build: 'build and config',
  sort: 'column',
  clients: 'number of clients',
  versions: 'version',
};
