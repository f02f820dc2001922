import { formatRatio, formatValue, groupBy } from '@basecase/analysis';
import type { SeriesLine, SeriesLineEntry } from '@basecase/db/types';
import { metricOf } from '@basecase/ingest/model';
import { countText, dayText, fullServerName, lineParts } from '../../text/words';
import { trendsHref } from '../../trends/trends-state';
import { shortDay } from '../series-data';
import { seriesHref } from '../series-state';
import { type OverviewData, overviewYear } from './overview-data';
import type { OverviewModel } from './overview-model';
import type { OverviewRow } from './overview-row';

export function overviewTitle(data: OverviewData) {
  const { line, server, workload, nights, total } = data;
  const shown = nights.length;
  const span = shown < total ? `last ${countText(shown, 'night')}` : countText(total, 'night');
  return {
    title: `${line.product} ${line.version}, ${span}`,
    /** `on 8-core pn53`. */
    on: `on ${fullServerName(server)}`,
    meta: [
      [daysText(data), shown < total ? `${shown} of ${countText(total, 'night')}` : '']
        .filter(Boolean)
        .join(', '),
      workload.label,
      workload.details.join(', '),
      ...lineParts(line),
    ].filter(Boolean),
  };
}

/** `18 Oct to 16 Nov 2026`. */
function daysText(data: OverviewData): string {
  const [first, last] = [data.nights[0], data.nights.at(-1)];
  if (!first || !last) return '';
  if (first === last) return dayText(last.build.at);
  return `${shortDay(first.build.at, overviewYear(data))} to ${dayText(last.build.at)}`;
}

/** What must be known to read the numbers. */
export function overviewNotes({
  data,
  readings,
  release,
}: Pick<OverviewModel, 'data' | 'readings' | 'release'>): string[] {
  const measured = readings.filter(({ base, now }) => now !== null && base !== null);
  const without = measured.filter(({ base }) => base?.kind === 'level');
  const names = without.map(({ test }) => test.test.name);
  return [
    ...(release === null && without.length > 0 && !data.tests.some((test) => test.release !== null)
      ? [
          `No release of ${data.line.product} was measured here with this build and config: levels are against the first level of each test.`,
        ]
      : []),
    ...(release !== null && without.length > 0
      ? [`${release} has no value of ${names.join(', ')}: against the first level.`]
      : []),
  ];
}

/** `ratio to 18.4`, `ratio to the first level`. */
export function againstText({ release }: Pick<OverviewModel, 'release'>): string {
  return release ?? 'the first level';
}

/** Days of the first and the last night shown. */
export function spanEnds(data: Pick<OverviewData, 'nights'>): { first: string; last: string } {
  const year = overviewYear(data);
  const [first, last] = [data.nights[0], data.nights.at(-1)];
  return {
    first: first && first !== last ? shortDay(first.build.at, year) : '',
    last: last ? shortDay(last.build.at, year) : '',
  };
}

/** Where the pointer or the focus is: a row, and a column of the heatmap or the row alone. */
export interface OverviewPlace {
  /** Key of the test. */
  test: string;
  /** Place in the heatmap; null: the name of the row. */
  column: number | null;
}

/** One line about a test, and a night of it. */
export type OverviewReadout = NonNullable<ReturnType<typeof overviewReadout>>;

/** The readout of a place; null for a test that is not shown. */
export function overviewReadout(model: OverviewModel, place: OverviewPlace) {
  const row = findRow(model, place.test);
  if (!row) return null;
  const head = place.column === null ? undefined : model.heads[place.column];
  const cell = place.column === null ? undefined : row.cells[place.column];
  const words = cell ? cell.words : row.level.word;
  const direction = directionOf(words);
  return {
    test: row.name,
    note: row.note,
    /** `16 Nov 2026 gf6afba4`; empty for the row itself. */
    night: head?.name ?? '',
    /** `8 509 / 9 940 queries/s`; `not measured`. */
    value: head ? valueText(model, place.test, head.index) : '',
    ratio: cell ? cell.text : '',
    /** Of the fill of the level. */
    words,
    direction,
    emphasis: direction === null ? null : direction === 'dn' ? 'bad' : 'good',
    /** `0.90 ± 0.02 since 29 Aug`; empty without a level. */
    level: levelText(row),
    cost: row.cost.text === '' ? null : row.cost,
    costLabel: metricOf('cpu_per_op').label,
  };
}

/** A place in words, for screen readers. */
export function placeLabel(model: OverviewModel, place: OverviewPlace): string {
  const readout = overviewReadout(model, place);
  if (!readout) return '';
  const { test, note, night, value, ratio, words, level } = readout;
  return [[test, note].filter(Boolean).join(' '), night, ratio, words, value, level && `level ${level}`]
    .filter(Boolean)
    .join(', ');
}

/** The series of a row; with the night of a cell picked. */
export function placeHref(model: OverviewModel, { test, column }: OverviewPlace): string | null {
  const row = findRow(model, test);
  const night = column === null ? undefined : model.heads[column];
  if (!row) return null;
  return night ? `${row.href}&a=${encodeURIComponent(night.column)}` : row.href;
}

function findRow({ groups }: Pick<OverviewModel, 'groups'>, test: string): OverviewRow | null {
  return groups.flatMap(({ rows }) => rows).find(({ key }) => key === test) ?? null;
}

function directionOf(words: string): 'up' | 'dn' | null {
  if (words.includes('regression')) return 'dn';
  return words.includes('improvement') ? 'up' : null;
}

function valueText({ readings }: OverviewModel, key: string, index: number): string {
  const found = readings.find(({ test }) => test.test.key === key);
  const value = found?.test.values[index] ?? null;
  if (!found || value === null) return '';
  const { base, test } = found;
  const of = base ? ` / ${formatValue(base.value, 'throughput')}` : '';
  return `${formatValue(value, 'throughput')}${of} ${test.test.unit}`;
}

function levelText({ level, since }: OverviewRow): string {
  if (level.ratio === null) return since.day;
  const begin =
    since.night === null ? since.day : `since ${[since.day, since.external].filter(Boolean).join(', ')}`;
  return [formatRatio(level.ratio), level.size, begin].filter(Boolean).join(' ');
}

/** `PostgreSQL 19devel, branch master, config x10b_c8r32`: a version line in words. */
function nightsLineText(line: SeriesLine): string {
  return [`${line.product} ${line.version}`, ...lineParts(line)].join(', ');
}

/** Lines of nights to choose from: servers, then what there is on the chosen one. */
export type OverviewLines = ReturnType<typeof overviewLines>;

/** The other lines to choose from. */
export function overviewLines(entries: readonly SeriesLineEntry[], data: OverviewData) {
  const { server, workload, line, lineKey } = data;
  const onServer = entries.filter((entry) => entry.server.slug === server.slug);
  const here = onServer.filter((entry) => entry.workload.slug === workload.slug);
  return {
    server: server.slug,
    servers: choices(entries, (entry) => [entry.server.slug, fullServerName(entry.server)]),
    workload: workload.slug,
    workloads: choices(onServer, (entry) => [
      entry.workload.slug,
      [entry.workload.label, ...entry.workload.details].join(', '),
    ]),
    line: lineKey,
    lines: choices(here, (entry) => [entry.key, nightsLineText(entry.line)]),
    /** This page, and the same product over releases. */
    ownHref: seriesHref({ server: server.slug, workload: workload.slug, line: lineKey }),
    releasesHref: trendsHref({ product: line.product, benchmark: workload.benchmark }),
  };
}

function choices(
  entries: readonly SeriesLineEntry[],
  of: (entry: SeriesLineEntry) => [value: string, text: string],
) {
  const named = entries.map(of).map(([value, text]) => ({ value, text }));
  return [...groupBy(named, ({ value }) => value).values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }));
}
