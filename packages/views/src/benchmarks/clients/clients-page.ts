import { axisName, type SweepAxis, sweepGroupOf, sweepGroups } from '@basecase/analysis';
import type { HeatmapEntry, SweepView } from '@basecase/db/types';
import { benchmarkModel, naturalOrder } from '@basecase/ingest/model';
import { countText, originText } from '../../text/words';
import type { Choice, LoadedReport, Report, ReportControl } from '../report-model';
import { clientsUrl, type ReportState } from '../report-model';
import { chooseReport, linksOf, serverMeta, serverPage } from '../report-page';
import { clientsReport } from './clients-report';
import { type ClientsView, toClientsView } from './clients-view';

const LESSON: Report['lesson'] = {
  heading: 'No workload with several numbers of clients is loaded yet',
  logs: 'Run the same test with different numbers of clients on one server and load all of it:',
  files: 'sb.o.point-query.range100.pk1.dop1, .dop8, .dop32; pgbench -c 1, -c 8, -c 32; thr1/, thr8/, thr32/',
  command: 'npx basecase ingest results/ --server my-server',
  more: 'Two versions give verdicts, one gives a curve.',
};

/** Any benchmark by its number of clients, or by a setting of its configs. */
export const CLIENTS_REPORT: Report = { url: clientsUrl, load, lesson: LESSON };

async function load(source: Parameters<Report['load']>[0], asked: ReportState): Promise<LoadedReport | null> {
  const entries = await source.heatmaps({ benchmark: null });
  const chosen = chooseSweep(entries, asked);
  if (!chosen) return null;
  const [server, workload] = [chosen.server.slug, chosen.workload.slug];
  const sweep = await source.sweep({ server, workload, axis: toAxis(asked.axis ?? '') });
  const group = groupsOn(entries, server).find(({ members }) => members.includes(workload));
  const state: ReportState = {
    ...asked,
    server,
    workload: group?.slug ?? workload,
    axis: sweep.axis === 'clients' ? '' : sweep.axis,
  };
  const linkTo = linksOf('clients', state);
  const view = toClientsView(sweep, state);
  return {
    page: pageOf(view, { entries, state }),
    model: clientsReport(view, state, linkTo),
    views: sweep.read.map(({ workload: slug, columns }) => ({
      server: sweep.server,
      workload: { ...sweep.workload, slug },
      matrix: { columns: columns.map((column) => ({ ...columnOf(sweep, column), slug: column })) },
    })),
    path: linkTo({}),
    notes: [],
  };
}

function toAxis(text: string): SweepAxis {
  return text.startsWith('config.') ? (text as SweepAxis) : 'clients';
}

function columnOf(
  { matrix }: SweepView,
  slug: string,
): LoadedReport['views'][number]['matrix']['columns'][number] {
  const [first] = matrix.columns;
  const column = matrix.columns.find((each) => each.slug === slug) ?? first;
  if (!column) throw new RangeError('A sweep has one column or more.');
  return column;
}

/** The workload that was asked for; else the first that has two numbers of clients. */
function chooseSweep(entries: readonly HeatmapEntry[], asked: ReportState): HeatmapEntry | null {
  const isAsked = ({ server, workload }: HeatmapEntry) =>
    (asked.server === '' || server.slug === asked.server) && workload.slug === asked.workload;
  const exact = asked.workload === '' ? undefined : entries.find(isAsked);
  if (exact) return exact;
  const servers = new Set(entries.map(({ server }) => server.slug));
  const swept = [...servers].flatMap((server) =>
    groupsOn(entries, server)
      .filter(({ isSweep }) => isSweep)
      .map(({ slug }) => `${server} ${slug}`),
  );
  return chooseReport(
    entries.filter(({ server, workload }) => swept.includes(`${server.slug} ${workload.slug}`)),
    asked,
  );
}

interface Group {
  slug: string;
  label: string;
  members: string[];
  isSweep: boolean;
}

/** Sweeps of a server, each with the workload of the most clients as its name. */
function groupsOn(entries: readonly HeatmapEntry[], server: string): Group[] {
  const own = entries.filter((entry) => entry.server.slug === server);
  const groups = sweepGroups(own);
  return groups.flatMap((group): Group[] => {
    const [first] = group.entries;
    if (!first || sweepGroupOf(groups, group.slug) !== group) return [];
    const { name } = benchmarkModel(first.workload.benchmark);
    const { source } = first.workload;
    return [
      {
        slug: group.slug,
        label: [name, group.label, source ?? ''].filter(Boolean).join(', '),
        members: group.entries.map(({ workload }) => workload.slug),
        // The virtual users of TPROC-C are in the names of its tests.
        isSweep: group.entries.length > 1 || first.workload.benchmark === 'tproc-c',
      },
    ];
  });
}

function pageOf(
  view: ClientsView,
  { entries, state }: { entries: readonly HeatmapEntry[]; state: ReportState },
): LoadedReport['page'] {
  const { sweep, variants, base, tests, test } = view;
  const { server, workload, axes, axis, matrix, points } = sweep;
  const groups = groupsOn(entries, server.slug);
  const values = new Set(points.map(({ at }) => at)).size;
  const repeats = Math.max(...matrix.repeats.flat());
  const choices = groups
    .filter(({ isSweep, slug }) => isSweep || slug === state.workload)
    .map(({ slug, label }): Choice => ({ value: slug, label }))
    .sort((a, b) => naturalOrder(a.label, b.label));
  const extra: ReportControl[] = [
    ...select(
      'axis',
      'By',
      axis === 'clients' ? '' : axis,
      axes.map((each) => ({
        value: each === 'clients' ? '' : each,
        label: each === 'clients' ? 'clients' : axisName(each),
      })),
    ),
    ...select(
      'test',
      'Test',
      test,
      tests.map((key) => ({ value: key, label: key })),
    ),
    ...(tests.length > 1
      ? select('rows', 'Tables', state.rows === 'tests' ? 'tests' : '', [
          { value: '', label: 'of one test' },
          { value: 'tests', label: 'one per test' },
        ])
      : []),
  ];
  const page = serverPage({
    ...{ kind: 'clients', entries: sweptEntries(entries, server.slug), server, state, variants, extra },
    meta: [
      originText(workload),
      ...serverMeta(server),
      benchmarkModel(workload.benchmark).name,
      sweep.settings,
      [
        countText(variants.length, 'version'),
        countText(values, axis === 'clients' ? 'client count' : 'value'),
        countText(repeats, 'repeat'),
      ].join(' × '),
    ],
    workload: { current: state.workload, choices },
    columns: matrix.columns,
    base: variants[base]?.slug ?? '',
    heatmap: workload.slug,
    understood: {
      workload: groups.flatMap(({ members }) => members),
      versions: variants.map(({ slug }) => slug),
    },
  });
  return {
    ...page,
    title: `${page.title} by ${axis === 'clients' ? 'clients' : axisName(axis)}`,
    // Sweeps are judged by noise.
    controls: page.controls.filter(({ name }) => name !== 't'),
  };
}

function select(
  name: ReportControl['name'],
  label: string,
  value: string,
  choices: Choice[],
): ReportControl[] {
  return choices.length > 1 ? [{ name, label, value, choices }] : [];
}

/** Servers without a sweep are not offered, but the shown one is. */
function sweptEntries(entries: readonly HeatmapEntry[], shown: string): HeatmapEntry[] {
  const servers = new Set(entries.map(({ server }) => server.slug));
  const swept = new Set(
    [...servers].filter(
      (server) => server === shown || groupsOn(entries, server).some(({ isSweep }) => isSweep),
    ),
  );
  return entries.filter(({ server }) => swept.has(server.slug));
}
