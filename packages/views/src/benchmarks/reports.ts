import { type SweepGroup, sweepGroupOf, sweepGroups } from '@basecase/analysis';
import type { CompareView, HeatmapEntry, SweepView } from '@basecase/db/types';
import { naturalOrder } from '@basecase/ingest/model';
import { originText, shortWorkloadLabel } from '../text/words';
import { BENCHMARK_VIEWS, type ReportKind } from '../url/hrefs';
import { CLIENTS_REPORT } from './clients/clients-page';
import { withSweep } from './clients/clients-report';
import { baseSlug, dbBenchReport, familyKey, familyOf, workloadWord } from './db-bench/db-bench';
import { fsyncReport } from './fsync/fsync';
import { baseDevice, sortKeys, toSyncStudy } from './fsync/sync-devices';
import { insertBenchmarkReport } from './insert-benchmark/insert-benchmark';
import { pgbenchReport, statementPoint } from './pgbench/pgbench';
import { toPgbenchView } from './pgbench/pgbench-view';
import type {
  LinkTo,
  LoadedReport,
  Report,
  ReportControl,
  ReportPage,
  ReportSource,
  ReportState,
} from './report-model';
import {
  chooseReport,
  hiddenPairs,
  linksOf,
  serverMeta,
  serverPage,
  thresholdControl,
  versionsPage,
  workloadName,
} from './report-page';
import { plural, toReportView } from './report-view';
import { tprocCReport } from './tproc-c/tproc-c';

interface Input {
  kind: ReportKind;
  source: ReportSource;
  /** All heatmaps of the benchmark. */
  entries: readonly HeatmapEntry[];
  chosen: HeatmapEntry;
  /** Of the members, in their order; `view` is the first. */
  views: readonly CompareView[];
  view: CompareView;
  state: ReportState;
  linkTo: LinkTo;
}

type Drawn = Pick<LoadedReport, 'page' | 'model'> & { notes?: string[] };

/** A report is its heatmaps, its tables and its lesson; reading and choosing are the same for all. */
interface Description {
  /** The heatmaps that are read with the chosen one; left out: that one. */
  members?: (entries: readonly HeatmapEntry[], chosen: HeatmapEntry) => HeatmapEntry[];
  /** Slug of the workload in the address; left out: that of the chosen heatmap. */
  workload?: (members: readonly HeatmapEntry[]) => string | undefined;
  /** The report has a row per server: the address keeps its server. */
  isOfAllServers?: true;
  draw: (input: Input) => Drawn | Promise<Drawn>;
  lesson: Report['lesson'];
}

/** More rows are unreadable; the newest are kept. */
const MAX_SERVERS = 60;

const DESCRIPTIONS: Readonly<Record<Exclude<ReportKind, 'clients'>, Description>> = {
  'insert-benchmark': {
    draw: (input) => ({
      page: versionsPage(input),
      model: insertBenchmarkReport(input.view, input.state, input.linkTo),
      notes: relativeNotes(input.view),
    }),
    lesson: {
      heading: 'No Insert Benchmark run is loaded yet',
      logs: 'Load the directory of a run, one directory per step (l.i0, l.x, l.i1, l.i2, qr100.L1, …):',
      files: 'o.ib.dop*.* (clients), o.res.dop* (report), o.vm.dop* and o.io.dop* (vmstat and iostat)',
      command: 'npx basecase ingest 20m.pg184_rel.x10b_c8r32.tar.gz --server my-server',
      more: 'Existing tables are read as well: o.sum.t.* and mrg.*.',
    },
  },
  fsync: {
    members: (entries, { workload }) =>
      entries.filter((entry) => entry.workload.slug === workload.slug).slice(0, MAX_SERVERS),
    isOfAllServers: true,
    draw: drawFsync,
    lesson: {
      heading: 'No fsync study is loaded yet',
      logs: 'Load the output of fio, run for each block size without sync, with fsync=1 and with fdatasync=1:',
      files: 'o.<filesystem>.<server>.secs<seconds>.<jobs>, or fio’s normal, JSON or terse output',
      command: 'npx basecase ingest o.ext4.my-server.secs300.1 --server my-server',
      more: 'Make one upload per server. Each server is a row here, so devices can be compared.',
    },
  },
  'tproc-c': {
    draw: async (input) => ({
      page: versionsPage(input),
      model: withSweep(tprocCReport(input.view, input.state, input.linkTo), await sweepOf(input), input),
    }),
    lesson: {
      heading: 'No TPROC-C run is loaded yet',
      logs: 'Load the output of HammerDB, one directory or tarball per number of virtual users and warehouses:',
      files:
        'res.<dbms>.load<build VU>.vu<VU>.w<warehouses>.<ramp-up>.<minutes>/o.*.run.out, or HammerDB’s own log',
      command: 'npx basecase ingest res.pg.load8.vu6.w100.5.120.tar.gz --server my-server',
      more: 'Existing tables are read as well: sum.res.*.csv.',
    },
  },
  'db-bench': {
    members: familyOf,
    draw: (input) => ({
      page: dbBenchPage(input),
      model: dbBenchReport(input.views, input.state, input.linkTo),
    }),
    lesson: {
      heading: 'No db_bench run is loaded yet',
      logs: 'Load the directories that benchmark.sh wrote, one per version, for byrx, iobuf and iodir:',
      files: 'benchmark_<test>.t<threads>.log, report.tsv',
      command: 'npx basecase ingest bm.lc.nt8.d0/ --server my-server --set workload=iobuf',
      more: 'Existing tables are read as well: summary.tsv and sum.<workload>.txt.',
    },
  },
  pgbench: {
    members: (entries, chosen) =>
      sweepGroupOf(groupsOn(entries, chosen), chosen.workload.slug)?.entries ?? [],
    workload: (members) => members.at(-1)?.workload.slug,
    draw: drawPgbench,
    lesson: {
      heading: 'No pgbench run is loaded yet',
      logs: 'Load what pgbench prints, one directory or tarball per version, one file per run:',
      files: 'pgbench -c 16 -j 4 -T 300 -r -P 10 -b tpcb-like > tpcb-c16.log 2>&1',
      command: 'npx basecase ingest pg18.1/ --server my-server',
      more: 'Transaction logs (-l) in the same folder give p95 and p99, -r gives the latency of each statement. docs/formats.md describes the supported files.',
    },
  },
};

/** The reports of `BENCHMARK_VIEWS`, and that of sweeps. */
export const REPORTS = Object.fromEntries([
  ...BENCHMARK_VIEWS.map(({ kind, benchmark }): [ReportKind, Report] => {
    const { members = (_, chosen) => [chosen], workload, isOfAllServers, draw, lesson } = DESCRIPTIONS[kind];
    const load: Report['load'] = async (source, asked) => {
      const entries = await source.heatmaps({ benchmark });
      const chosen = chooseReport(entries, asked);
      const read = chosen ? members(entries, chosen) : [];
      const views = read.length > 0 ? await source.views(read.map(slugsOf)) : [];
      const [view] = views;
      if (!chosen || !view) return null;
      const state = {
        ...asked,
        workload: workload?.(read) ?? chosen.workload.slug,
        ...(isOfAllServers ? {} : { server: chosen.server.slug }),
      };
      const linkTo = linksOf(kind, state);
      const drawn = await draw({ kind, source, entries, chosen, views, view, state, linkTo });
      return { notes: [], ...drawn, views: [...views], path: linkTo({}) };
    };
    return [kind, { load, lesson }];
  }),
  ['clients', CLIENTS_REPORT],
]) as Readonly<Record<ReportKind, Report>>;

function slugsOf({ server, workload }: HeatmapEntry): { server: string; workload: string } {
  return { server: server.slug, workload: workload.slug };
}

function relativeNotes({ workload: { relativeTo } }: CompareView): string[] {
  if (relativeTo === null) return [];
  return [
    `Published as ratios to ${relativeTo.base}: absolute throughput and insert rates are not available.`,
  ];
}

/** One workload, all servers that ran it. */
function drawFsync({ kind, entries, chosen, views, state, linkTo }: Input): Drawn {
  const study = toSyncStudy(views);
  const { workload } = chosen;
  const orders = sortKeys(study);
  const controls: ReportControl[] = [
    { name: 'workload', label: 'Workload', value: workload.slug, choices: workloadsOfServers(entries) },
  ];
  if (study.devices.length > 1) {
    controls.push(
      {
        name: 'base',
        label: 'Base',
        value: baseDevice(study.devices, state)?.key ?? '',
        choices: study.devices.map(({ key, server, filesystem }) => ({
          value: key,
          label: [server, filesystem].filter(Boolean).join(' '),
        })),
      },
      {
        name: 'sort',
        label: 'Order',
        value: orders.includes(state.sort) ? state.sort : '',
        choices: [
          { value: '', label: 'by name' },
          ...orders.map((key) => ({ value: key, label: `shortest ${key} first` })),
        ],
      },
      thresholdControl(state),
    );
  }
  const model = fsyncReport(views, state, linkTo);
  return {
    page: {
      ...{ kind, controls, title: 'fsync latency' },
      on: `on ${views.length} ${plural(views.length, 'server')}`,
      meta: [originText(workload), shortWorkloadLabel(workload), ...workload.details],
      heatmap: slugsOf(chosen),
      hidden: hiddenPairs(state, controls),
    },
    model,
    notes: model
      ? []
      : [
          'None of these jobs syncs: the study runs fio with fsync=0, fsync=1, fdatasync=0 and fdatasync=1. All jobs are in the heatmap.',
        ],
  };
}

/** Each workload once, with the number of servers that ran it. */
function workloadsOfServers(entries: readonly HeatmapEntry[]): ReportControl['choices'] {
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

/** Workloads that are shown side by side are one choice, and the base is a version of any of them. */
export function dbBenchPage({
  entries,
  chosen,
  views,
  state,
}: Pick<Input, 'entries' | 'chosen' | 'views' | 'state'>): ReportPage {
  const reports = views.map((view) => toReportView(view, state));
  const [first] = reports;
  if (!first) throw new Error('A report is made of one view or more.');
  const { server, workload } = chosen;
  const onServer = entries.filter((entry) => entry.server.slug === server.slug);
  const family = familyOf(entries, chosen);
  const families = new Map(
    onServer.map((entry) => familyOf(onServer, entry)).map((own) => [own[0]?.workload.slug ?? '', own]),
  );
  const bases = new Map(reports.flatMap(({ variants }) => variants).map((each) => [each.slug, each]));
  return serverPage({
    ...{ kind: 'db-bench', entries, server, state, variants: first.variants },
    meta: [
      originText(first.view.workload),
      ...serverMeta(server),
      familyKey(workload),
      family.map((entry) => workloadWord(entry.workload) ?? entry.workload.label).join(', '),
    ],
    workload: {
      current: family[0]?.workload.slug ?? '',
      choices: [...families].map(([slug, own]) => ({
        value: slug,
        label: [
          ...own.slice(0, 1).map((entry) => familyKey(entry.workload)),
          own.flatMap((entry) => workloadWord(entry.workload) ?? []).join(', '),
        ]
          .filter(Boolean)
          .join(': '),
      })),
    },
    columns: first.view.matrix.columns,
    bases: [...bases.values()],
    base: baseSlug(reports, state.base),
    heatmap: workload.slug,
  });
}

function groupsOn(entries: readonly HeatmapEntry[], { server }: HeatmapEntry): SweepGroup<HeatmapEntry>[] {
  return sweepGroups(entries.filter((entry) => entry.server.slug === server.slug));
}

function sweepOf({ source, chosen }: Input): Promise<SweepView> {
  return source.sweep({ ...slugsOf(chosen), axis: 'clients' });
}

/** Workloads that differ in clients only are one choice, and tests are another. */
async function drawPgbench(input: Input): Promise<Drawn> {
  const { kind, source, entries, chosen, views, state, linkTo } = input;
  const { server, workload } = chosen;
  const groups = groupsOn(entries, chosen);
  const report = toPgbenchView(views, state);
  const { variants, tests, test } = report;
  const point = statementPoint(report, state.clients);
  const read = point
    ? await source.statements({
        server: server.slug,
        workload: point.view.workload.slug,
        test,
        columns: variants.map(({ slug }) => slug),
      })
    : [];
  const absolute = pgbenchReport(report, { state, read, linkTo });
  // The throughput of limited runs is what was asked for.
  const model =
    absolute && report.limit === null
      ? withSweep(absolute, await sweepOf(input), { state, linkTo, test })
      : absolute;
  const columns = report.points.flatMap(({ view }) => view.matrix.columns);
  return {
    page: serverPage({
      ...{ kind, entries, server, state, variants },
      meta: [
        originText(workload),
        ...serverMeta(server),
        test,
        groups.find(({ slug }) => slug === state.workload)?.label ?? '',
        ...(report.limit === null ? [] : ['rate-limited']),
      ],
      workload: {
        current: state.workload,
        choices: groups.map((each) => ({ value: each.slug, label: each.label + sourceOf(each) })),
      },
      columns: [...new Map(columns.map((column) => [column.slug, column])).values()],
      base: variants[report.base]?.slug ?? '',
      extra: [
        {
          name: 'test',
          label: 'Test',
          value: test,
          choices: tests.map((key) => ({ value: key, label: key })),
        },
      ],
      understood: {
        // Links of heatmaps name one number of clients; its group is shown.
        workload: groups.flatMap(({ entries: members }) => members.map((each) => each.workload.slug)),
        versions: variants.map(({ slug }) => slug),
      },
    }),
    model,
    notes: model ? [] : ['No test of this workload has a result: its heatmap shows the stored runs.'],
  };
}

/** The source of the numbers, unless they were uploaded. */
function sourceOf({ entries }: SweepGroup<HeatmapEntry>): string {
  const workload = entries[0]?.workload;
  return workload && workload.origin !== 'uploaded' ? ` (${workload.source ?? workload.origin})` : '';
}
