import { commitSearchSentence, formatRatio, type Verdict, verdictName } from '@basecase/analysis';
import type { CommitSearch } from '@basecase/contract/record';
import { type ResultStatus, versionLabel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { campaignKey } from '../../queries/campaigns';
import type {
  Confounder,
  RegressionEvent,
  RegressionEventKind,
  RegressionSource,
  RepeatView,
} from '../../types/regression-page';
import type { RegressionState } from '../../types/regressions';
import type { HeatmapColumn, HeatmapRun } from '../load-heatmap';
import { columnName } from '../recompute/column-name';
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
 * @param verdict of a record of nights or of a stop, as it is now; null for a change between releases
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
  const history = verdict === 'stopped working' ? verdict : nights;
  return rows.map(({ id, kind, by, detail, at }) => ({
    id,
    kind,
    text: eventText(kind, detail, history),
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

/** Details of an event, as they were stored: texts, numbers, or pairs of texts. */
export type EventDetail = Readonly<Record<string, unknown>>;

/** What an event of a record of nights does not say itself. */
interface NightHistory {
  /** The verdict with which the record was made. */
  firstVerdict: string;
}

/**
 * A line of the history in words. An event of an unknown kind is named as it was stored.
 *
 * @param history of a record of nights or of a stop, which have their own words for what their data did
 */
export function eventText(
  kind: RegressionEventKind,
  detail: EventDetail,
  history: NightHistory | 'stopped working' | null = null,
): string {
  const isStop = history === 'stopped working';
  const own = isStop ? STOP_WORDS : history && NIGHT_WORDS;
  const words: Words | undefined = own?.[kind] ?? WORDS[kind];
  return words?.(detail, isStop ? '' : (history?.firstVerdict ?? '')) ?? String(kind);
}

type Words = (detail: EventDetail, firstVerdict: string) => string;

const WORDS: Record<RegressionEventKind, Words> = {
  created: ({ ratio, lastGood, firstBad }) =>
    `Found: ${number(ratio)} of ${text(lastGood)} in ${text(firstBad)}.`,
  extended: ({ from, to }) => `Still present in ${text(to)}, was last seen in ${text(from)}.`,
  moved: (detail) => movedText(detail, 'version'),
  judged: judgedText,
  split: ({ into }) =>
    into === undefined
      ? 'Split from another record: new runs show two changes.'
      : `Split: new runs show two changes. The other one is ${text(into)}.`,
  merged: () => 'Merged into another record: with the new runs the two are one change.',
  fixed: (detail) => `${text(detail['in'])} is back at the previous level.`,
  reopened: ({ was }) => `${text(was)} is no longer back at the previous level.`,
  withdrawn: () => 'Withdrawn: the runs no longer show it.',
  'line changed': ({ seams, renamed, renamedTest }) => {
    if (Array.isArray(renamedTest)) return `Its test was renamed: ${renamedTest.join(' → ')}.`;
    return Array.isArray(renamed)
      ? `Its branch was renamed: ${renamed.join(' → ')}.`
      : `Moved because the line of configs changed: ${listed(seams)}.`;
  },
  reinstated: ({ ratio, firstBad }) => `Back: the runs show it again, ${number(ratio)} in ${text(firstBad)}.`,
  'state changed': ({ from, to }) => `State: ${stateWord(to)}, was ${stateWord(from)}.`,
  'owner changed': ({ from, to }) =>
    to === null ? `Owner removed, was ${text(from)}.` : `Owner: ${text(to)}.`,
  'bug changed': ({ to }) => (to === null ? 'Bug link removed.' : `Reported at ${text(to)}.`),
  'fix claimed': ({ from, to }) =>
    to === null ? `Reported fix removed, was ${text(from)}.` : `Reported fixed in ${text(to)}.`,
  'notes edited': () => 'Notes edited.',
  'commit searched': (detail) =>
    `Commit searched: ${commitSearchSentence(detail as unknown as CommitSearch)}`,
};

const NIGHT_WORDS: Partial<Record<RegressionEventKind, Words>> = {
  /** `Possible since 29 Aug 2026 g4eb13e8a: 0.90 of the level before.` */
  created: ({ firstBad, ratio }, firstVerdict) =>
    `${firstWord(firstVerdict)} since ${text(firstBad)}: ${number(ratio)} of the level before.`,
  moved: (detail) => movedText(detail, 'night'),
  judged: nightJudgedText,
  fixed: (detail) => `Back at the level before since ${text(detail['in'])}.`,
  reopened: ({ was }) => `No longer back at the level before, which ${text(was)} was.`,
  withdrawn: () => 'Withdrawn: the nights no longer show it, or the environment changed there.',
  reinstated: ({ ratio, firstBad }) =>
    `Back: the nights show it again, ${number(ratio)} of the level before since ${text(firstBad)}.`,
};

const STOP_WORDS: Partial<Record<RegressionEventKind, Words>> = {
  /** `Found: 17.0 failed, 16.0 worked.` */
  created: ({ reason, upgrade, lastGood, firstBad }) =>
    `${upgrade === true ? 'Created by an upgrade' : 'Found'}: ${text(firstBad)} ${stopWord(reason)}, ${text(lastGood)} worked.`,
  fixed: (detail) => `Works again since ${text(detail['in'])}.`,
  reopened: ({ was }) => `Stopped again: ${text(was)} does not end it.`,
  reinstated: ({ reason, firstBad }) =>
    `Back: the runs show it again, ${text(firstBad)} ${stopWord(reason)}.`,
};

function stopWord(reason: unknown): string {
  return { '0 operations': 'did no operation', 'not run': 'has no result' }[String(reason)] ?? 'failed';
}

function movedText({ from, to }: EventDetail, place: 'version' | 'night'): string {
  const [[oldGood, oldBad], [good, bad]] = [pair(from), pair(to)];
  const first = bad === oldBad ? [] : [`First bad ${place} is now ${bad}, was ${oldBad}.`];
  const last = good === oldGood ? [] : [`Last good ${place} is now ${good}, was ${oldGood}.`];
  return [...first, ...last].join(' ') || `Other builds of the same ${place}s show it.`;
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  step: 'it stays',
  last: 'rests on one run',
  isolated: 'one version only',
};

function judgedText({ from, to }: EventDetail): string {
  const [[oldVerdict, oldStep = ''], [verdict, step = '']] = [pair(from), pair(to)];
  const words =
    verdict === oldVerdict
      ? []
      : [`Verdict: ${verdictName(verdict as Verdict)}, was ${verdictName(oldVerdict as Verdict)}.`];
  if (step !== oldStep) words.push(`${capital(STEP_WORDS[step] ?? '')}, was: ${STEP_WORDS[oldStep] ?? ''}.`);
  return words.join(' ');
}

function nightJudgedText({ from, to }: EventDetail): string {
  const [[oldVerdict = '', oldStep], [verdict = '', step]] = [pair(from), pair(to)];
  const wasPossible = isPossible(oldVerdict);
  if (wasPossible && !isPossible(verdict)) {
    return oldStep === 'last' && step === 'step'
      ? 'Sure now: three nights of the new level stand.'
      : 'Sure now: nothing doubts it any more.';
  }
  if (!wasPossible && isPossible(verdict)) return 'Likely only: newer nights disagree.';
  if (verdict !== oldVerdict)
    return `Verdict: ${verdictName(verdict as Verdict)}, was ${verdictName(oldVerdict as Verdict)}.`;
  return step === 'step'
    ? 'Three nights of the new level stand; it is not confirmed yet.'
    : 'It rests on the newest nights again.';
}

function firstWord(verdict: string): string {
  if (isPossible(verdict)) return 'Likely';
  return verdict.endsWith('regression') ? 'Slower' : 'Faster';
}

function isPossible(verdict: string): boolean {
  return verdict.startsWith('possible');
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? versionLabel(String(value)) : '?';
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(', ') : '?';
}

function number(value: unknown): string {
  return typeof value === 'number' ? formatRatio(value) : '?';
}

function pair(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : ['?', '?'];
}

const STATE_WORDS: Partial<Record<RegressionState, string>> = { wont_fix: "won't fix" };

function stateWord(value: unknown): string {
  return STATE_WORDS[value as RegressionState] ?? text(value);
}
