import type { ResultStatus } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { campaignKey } from '../../queries/campaigns';
import type {
  Confounder,
  RegressionEvent,
  RegressionEventKind,
  RegressionSource,
  RepeatView,
} from '../../types/regression-page';
import type { HeatmapColumn, HeatmapRun } from '../load-heatmap';
import { columnName } from '../recompute/column-name';
import { type EventDetail, eventText } from './event-text';
import type { RecordView } from './record-view';

const EVENTS = `
SELECT id::text, kind, by, detail, at FROM regression_events
WHERE heatmap_id = $1 AND regression_id = $2 ORDER BY regression_events.id DESC`;

interface EventRow {
  id: string;
  kind: RegressionEventKind;
  by: string;
  detail: EventDetail;
  at: Date;
}

/**
 * The newest first.
 *
 * @param verdict of a record of nights, as it is now; null for one of releases
 */
export async function listEvents(
  { pool }: Database,
  record: { id: number; heatmapId: number },
  verdict: string | null,
): Promise<RegressionEvent[]> {
  const { rows } = await pool.query<EventRow>(EVENTS, [record.heatmapId, record.id]);
  // The event that a record was made with does not say how sure it was then: the first one that changed it does.
  const judged = rows.findLast(({ kind }) => kind === 'judged')?.detail['from'];
  const firstVerdict = Array.isArray(judged) && typeof judged[0] === 'string' ? judged[0] : verdict;
  const nights = verdict === null || firstVerdict === null ? null : { firstVerdict };
  return rows.map(({ id, kind, by, detail, at }) => ({
    id,
    kind,
    text: eventText(kind, detail, nights),
    by,
    at: at.toISOString(),
  }));
}

const REPEATS = `
SELECT runs.id::text AS "runId", results.repeat, results.status, runs.at,
  coalesce(
    (SELECT value FROM measurements
     WHERE heatmap_id = $3 AND result_id = results.id AND metric = 'throughput' AND source = 'computed'),
    (SELECT value FROM measurements
     WHERE heatmap_id = $3 AND result_id = results.id AND metric = 'throughput' AND source = 'reported')
  ) AS value,
  EXISTS (SELECT FROM measurements
    WHERE heatmap_id = $3 AND result_id = results.id AND metric = 'throughput' AND doubt IS NOT NULL)
    AS "isDoubtful"
FROM runs JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
WHERE runs.heatmap_id = $3 AND runs.id = ANY ($1) AND results.test_id = $2
ORDER BY runs.at, runs.id, results.repeat`;

interface RepeatRow {
  runId: string;
  repeat: number;
  status: ResultStatus;
  at: Date;
  value: number | null;
  isDoubtful: boolean;
}

/** Every result of the record's test at the versions of its line, in release order. */
export async function listRepeats(
  { pool }: Database,
  view: RecordView,
  testId: number,
): Promise<RepeatView[]> {
  const runs = runsOfLine(view);
  const { rows } = await pool.query<RepeatRow>(REPEATS, [
    runs.map(({ runId }) => runId),
    testId,
    view.heatmap.heatmapId,
  ]);
  return runs.flatMap((run) =>
    rows
      .filter((row) => row.runId === String(run.runId))
      .map((row) => ({
        ...row,
        at: row.at.toISOString(),
        column: run.slug,
        version: columnName(run),
        isExcluded: run.isExcluded,
      })),
  );
}

function runsOfLine({ heatmap, matrix, line }: RecordView) {
  const slugs = line.columns.flatMap((column) => matrix.columns[column]?.slug ?? []);
  return slugs.flatMap((slug) => heatmap.runs.filter((run) => run.slug === slug));
}

/** The uploads behind the line of a record. */
export function sourcesOf(view: RecordView): RegressionSource[] {
  const sources = new Map<number, RegressionSource>();
  for (const run of runsOfLine(view)) {
    const { uploadId, filename, origin, parserVersion, runId, label } = run;
    const source = sources.get(uploadId) ?? {
      upload: { id: String(uploadId), filename, origin },
      runs: [],
      parserVersion,
    };
    sources.set(uploadId, source);
    source.runs.push({ id: String(runId), label, version: columnName(run) });
  }
  return [...sources.values()];
}

/** What differs between the last good and the first bad version besides the version. */
export function confoundersOf({ heatmap, matrix, firstBad, lastGood }: RecordView): Confounder[] {
  const [bad, good] = [matrix.columns[firstBad], matrix.columns[lastGood]];
  if (!bad || !good) return [];
  const found: Confounder[] = [];
  const compare = (what: Confounder['what'], of: (column: HeatmapColumn) => string) => {
    if (of(bad) !== of(good)) found.push({ what, lastGood: of(good), firstBad: of(bad) });
  };
  compare('config', ({ config }) => config ?? 'not named');
  compare('flavour', ({ flavour }) => flavour ?? 'not named');
  const campaigns = (slug: string, named: (run: HeatmapRun) => string) => [
    ...new Set(heatmap.runs.filter((run) => run.slug === slug).map(named)),
  ];
  const before = campaigns(good.slug, campaignKey);
  if (!campaigns(bad.slug, campaignKey).some((key) => before.includes(key))) {
    const names = (slug: string) =>
      campaigns(slug, ({ campaign, filename }) => campaign ?? filename).join(', ');
    found.push({ what: 'campaign', lastGood: names(good.slug), firstBad: names(bad.slug) });
  }
  return found;
}
