import {
  isCompared,
  isJudged,
  isSure,
  median,
  ratio,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type { Database } from '../../database';
import type { HeatmapList } from '../../epochs/heatmap-list';
import { listRows } from '../../rows';
import type { EventChart, EventEvidence, EventFigures } from '../../types/events';
import { searchesOfRecords } from '../commit-searches';
import { type Heatmap, type HeatmapColumn, loadHeatmap, variantMatrix } from '../load-heatmap';
import { changeLines } from '../recompute/change-lines';
import { columnKey, columnName } from '../recompute/column-name';
import { judgedHeatmap, ratioAt, toRecordView, valueAt } from '../record-page/record-view';
import type { GroupedEvent, GroupedPlace } from './group-events';
import { getGroupedEvent } from './list-events';
import { eventSuspects } from './record-rows';

/** More lines than these are hard to tell apart; each costs reading a heatmap. */
const MOST_LINES = 8;
/** Tests of a place that are drawn one by one. */
const MOST_TESTS = 50;
/** More nights than these are a blur at the width of a phone. */
const MOST_NIGHTS = 120;
/** The level before a change of nights is the median of so many, or of fewer where there are fewer. */
const BASE_NIGHTS = 10;

/** A test of an event as its record names it. */
interface EventRecord {
  slug: string;
  test: string;
  unit: string;
  band: number | null;
  firstBad: string;
  lastGood: string;
}

const RECORDS = `
SELECT regressions.slug, tests.key AS test, tests.unit, band, bad.slug AS "firstBad", good.slug AS "lastGood"
FROM regressions JOIN tests ON tests.id = test_id
JOIN variants AS bad ON bad.id = first_bad_id JOIN variants AS good ON good.id = last_good_id
WHERE heatmap_id = ANY ($1) AND regressions.slug = ANY ($2)`;

/** What the page of an event needs in addition: chart, evidence and columns of its tests. @throws NotFoundError */
export async function getEventFigures(database: Database, slug: string): Promise<EventFigures> {
  const { event, events } = await getGroupedEvent(database, slug);
  const records = await listRows<EventRecord>(database.pool, RECORDS, [
    event.places.map(({ heatmapId }) => heatmapId),
    event.places.flatMap(({ tests }) => tests.map((test) => test.slug)),
  ]);
  const bySlug = new Map(records.map((record) => [record.slug, record]));
  const lines: PlaceLine[] = [];
  let evidence: EventEvidence | null = null;
  for (const place of event.places.slice(0, MOST_LINES)) {
    const own = countedOf(place).flatMap((test) => bySlug.get(test.slug) ?? []);
    const isJudgedHere = lines.length === 0 && event.line === null;
    const heatmap = await loadHeatmap(database.pool, place, {
      nights: event.line !== null,
      ...(!isJudgedHere && { metrics: ['throughput'], others: false }),
    });
    const line = heatmap && placeLine(heatmap, { event, place, records: own });
    if (!line) continue;
    lines.push(line);
    if (isJudgedHere) evidence = evidenceOf(heatmap, { event, records: own });
  }
  const units = [...new Set(records.map(({ unit }) => unit))];
  const bands = event.places.flatMap((place) =>
    countedOf(place).flatMap((test) => bySlug.get(test.slug)?.band ?? []),
  );
  return {
    columns: Object.fromEntries(
      records.map(({ slug: own, firstBad, lastGood }) => [own, { firstBad, lastGood }]),
    ),
    unit: units.length === 1 ? (units[0] ?? null) : null,
    band: median(bands),
    evidence,
    chart: chartOf(event, lines, events.heatmaps),
    suspects: await eventSuspects(database.pool, event),
    searches: await searchesOfRecords(database, event.records),
    stillIn: stillIn(event, lines),
  };
}

/** The tests that give the ratios of a place: sure ones, else likely ones. */
function countedOf({ tests, slower }: GroupedPlace): GroupedPlace['tests'] {
  const level = slower > 0 ? 'sure' : 'likely';
  return tests.filter((test) => test.level === level && test.ratio !== null);
}

/** The tests of a place at each version of its line, relative to their last good version, and their median. */
interface PlaceLine {
  place: GroupedPlace;
  /** Slugs of the records. */
  slugs: string[];
  points: { name: string; key: string; value: number | null; ratios: (number | null)[] }[];
}

function placeLine(
  heatmap: Heatmap,
  { event, place, records }: { event: GroupedEvent; place: GroupedPlace; records: readonly EventRecord[] },
): PlaceLine | null {
  const matrix = variantMatrix(judgedHeatmap(heatmap));
  const indexOf = (slug: string) => matrix.columns.findIndex((column) => column.slug === slug);
  const [first] = records;
  const bad = first ? indexOf(first.firstBad) : -1;
  const line = changeLines(matrix.columns, event.product).find(({ columns }) => columns.includes(bad));
  if (!first || !line) return null;
  const at = (row: number, column: number) => valueAt({ matrix }, { row, column });
  const tests = records.flatMap((record) => {
    const [row, good] = [matrix.rows.findIndex(({ key }) => key === record.test), indexOf(record.lastGood)];
    if (row < 0 || good < 0 || !line.columns.includes(indexOf(record.firstBad))) return [];
    const before = line.columns.slice(0, line.columns.indexOf(good) + 1);
    const nights = before.flatMap((column) => at(row, column) ?? []).slice(-BASE_NIGHTS);
    return [{ slug: record.slug, row, good, level: median(nights) }];
  });
  // A version with two configs counts once, by the one that the record names.
  const named = [bad, indexOf(first.lastGood), ...line.columns].filter((column) =>
    line.columns.includes(column),
  );
  const points = new Map<string, PlaceLine['points'][number] & { column: number }>();
  for (const column of named) {
    const own = matrix.columns[column] as HeatmapColumn;
    const name = columnName(own);
    if (points.has(name)) continue;
    const ratios = tests.map(({ row, good, level }) =>
      event.line === null ? ratioAt({ matrix }, { row, column, base: good }) : ratio(at(row, column), level),
    );
    const known = ratios.filter((each) => each !== null);
    points.set(name, { name, key: columnKey(own), value: median(known), ratios, column });
  }
  const sorted = [...points.values()].sort(
    (a, b) => line.columns.indexOf(a.column) - line.columns.indexOf(b.column),
  );
  return {
    place,
    slugs: tests.map(({ slug }) => slug),
    points: sorted.map(({ name, key, value, ratios }) => ({ name, key, value, ratios })),
  };
}

/** All versions of all lines in one order; of nights those around the change. */
function chartOf(
  event: GroupedEvent,
  lines: readonly PlaceLine[],
  { servers, workloads }: HeatmapList,
): EventChart | null {
  const keys = new Map(lines.flatMap(({ points }) => points.map(({ name, key }) => [name, key] as const)));
  const all = [...keys].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([name]) => name);
  const at = all.indexOf(event.firstBad);
  if (at < 0) return null;
  const start =
    event.line === null ? 0 : Math.max(0, Math.min(at - MOST_NIGHTS / 2, all.length - MOST_NIGHTS));
  const versions = event.line === null ? all : all.slice(start, start + MOST_NIGHTS);
  return {
    versions,
    own: at - start,
    lines: lines.map(({ place, points }) => {
      const values = new Map(points.map(({ name, value }) => [name, value]));
      return {
        server: servers.get(place.serverId)?.slug ?? '',
        workload: workloads.get(place.workloadId)?.slug ?? '',
        values: versions.map((name) => values.get(name) ?? null),
      };
    }),
    tests: Object.fromEntries(lines.flatMap((line) => testsOf(line, versions))),
    isCut: event.places.length > lines.length,
  };
}

/** The tests of a place with the largest changes, each over the versions of a chart. */
function testsOf({ slugs, points }: PlaceLine, versions: readonly string[]): [string, (number | null)[]][] {
  const byName = new Map(points.map(({ name, ratios }) => [name, ratios]));
  return slugs
    .slice(0, MOST_TESTS)
    .map((slug, index) => [slug, versions.map((name) => byName.get(name)?.[index] ?? null)]);
}

/** The newest version, if it is a later one and all tests of the event on all servers still have the change there. */
function stillIn(event: GroupedEvent, lines: readonly PlaceLine[]): string | null {
  if (event.line !== null || lines.length < event.places.length) return null;
  const newest = new Set(
    lines.map(({ points }) => points.findLast(({ value }) => value !== null)?.name ?? ''),
  );
  const [name = ''] = newest;
  const isStill = event.records.every(({ lastSeen, fixedSeen }) => lastSeen === name && fixedSeen === null);
  return newest.size === 1 && name !== event.firstBad && isStill ? name : null;
}

/** What certainty rests on at the first place, over all of its counted tests; null where its runs are gone. */
function evidenceOf(
  heatmap: Heatmap,
  { event, records }: { event: GroupedEvent; records: readonly EventRecord[] },
): EventEvidence | null {
  const [first] = records;
  const view =
    first &&
    toRecordView(heatmap, {
      product: event.product,
      test: first.test,
      firstBad: { column: first.firstBad },
      lastGood: { column: first.lastGood },
    });
  if (!view) return null;
  const { matrix, line, judge, firstBad, model } = view;
  const keys = new Set(records.map(({ test }) => test));
  const rows = matrix.rows.flatMap(({ key }, row) => (keys.has(key) ? [row] : []));
  const cells = rows.flatMap((row) => {
    const cell = judge(firstBad)[row];
    return cell && isJudged(cell) ? [cell] : [];
  });
  const direction = verdictDirection(event.kind);
  const agrees = (verdict: Verdict) => isSure(verdict) && verdictDirection(verdict) === direction;
  const later = line.columns
    .slice(line.columns.indexOf(firstBad) + 1)
    .map((column) => {
      const own = judge(column);
      return rows.flatMap((row) => own[row]?.verdict ?? []).filter(isCompared);
    })
    .filter(({ length }) => length > 0);
  return {
    isNoiseMeasured: model.calibrated || (cells.length > 0 && cells.every(({ rounds }) => rounds !== null)),
    runs: cells.length === 0 ? 1 : Math.min(...cells.flatMap((cell) => [cell.baseRuns, cell.versionRuns])),
    later: later.every((verdicts) => verdicts.every(agrees)) ? later.length : 0,
    changedBy: cells[0]?.changedBy ?? null,
  };
}
