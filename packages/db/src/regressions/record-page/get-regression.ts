import type { SeriesVerdict, StopDetail } from '@basecase/analysis';
import { formatFixed, formatRatio } from '@basecase/analysis';
import type { Database } from '../../database';
import { findValue } from '../../rows';
import type { ElsewhereEntry, EvidenceItem, RecordSeries, RegressionPage } from '../../types/regression-page';
import type { RegressionEntry } from '../../types/regressions';
import { listCommitSearches } from '../commit-searches';
import { ENTRY_JOINS } from '../list-regressions';
import { measuredAt, readNightFacts } from '../measured-nights';
import { type EntryRow, entryJson, toEntry } from '../regression-entry';
import { getRecordRow, reviveExplanation } from '../stored-record';
import { byKind, shownElsewhere } from './build-evidence';
import { findRecordSeries, listNightSources } from './nights/find-record-series';
import { listNightsElsewhere } from './nights/list-nights-elsewhere';
import { readRecordStop } from './read-stop-detail';
import { listEvents } from './record-details';
import { keptOf, NOTHING_STORED, type PartsRow, type RecordParts, releaseParts } from './release-parts';
import { stopEvidence } from './stop-evidence';

interface EvidenceInput {
  record: RegressionEntry;
  /** What the log tells of a stop; null: nothing. */
  detail: StopDetail | null;
  series: RecordSeries;
  elsewhere: readonly ElsewhereEntry[];
}

function evidenceOf(input: EvidenceInput): EvidenceItem[] {
  const { record, series, detail } = input;
  const { stop } = record;
  // Series of other servers are judged for changes of numbers: they do not say where a test stopped.
  return stop
    ? stopEvidence({
        record: { ...record, stop },
        detail,
        sameNight: series.sameNight,
        neighbours: [],
        elsewhere: [],
      })
    : nightEvidence(input);
}

/** Reasons to believe a change of nights or not, each with its numbers; those for it first. */
function nightEvidence({ record, series, elsewhere }: Omit<EvidenceInput, 'detail'>): EvidenceItem[] {
  const verdict = series.view.verdicts.throughput;
  return byKind([
    verdict ? noiseItem(record, verdict) : null,
    staysItem(record, series),
    ...doubtItems(record),
    sameNightItem(series),
    elsewhereItem(record, elsewhere),
    gapItem(record),
    breakItem(series),
  ]);
}

const percent = (share: number) => `${formatFixed(share * 100, 1)}%`;

function noiseItem({ nights, levelRatio }: RegressionEntry, { sigma, rho }: SeriesVerdict): EvidenceItem {
  const alike = rho >= 0.1 ? `, autocorrelation ${rho.toFixed(2)} (accounted for)` : '';
  const isWeak = nights?.doubts.includes('weak') ?? false;
  return {
    kind: isWeak ? 'open' : 'for',
    title: isWeak ? 'Hardly larger than noise' : 'Larger than noise',
    text: `It moved by ${percent(Math.abs((levelRatio ?? 1) - 1))}; night-to-night SD ${percent(sigma)}${alike}.`,
  };
}

function staysItem(record: RegressionEntry, { levelNights }: RecordSeries): EvidenceItem {
  const { before, after } = levelNights;
  const isNew = record.step === 'last';
  return {
    kind: isNew ? 'open' : 'for',
    title: isNew ? 'Newest nights only' : 'It stays',
    text: `${after} ${after === 1 ? 'night' : 'nights'} of the new level after ${before} of the one before.`,
  };
}

const DOUBTS: Readonly<Record<string, Omit<EvidenceItem, 'kind'>>> = {
  'second opinion': {
    title: 'A second method does not see it',
    text: 'E-divisive, which knows neither noise nor levels, finds no cut within three nights.',
  },
  family: {
    title: 'One of many tests',
    text: 'Among so many tests of a night, one has a change as large by chance.',
  },
  drift: {
    title: 'May be a drift',
    text: 'A straight line over many nights fits as well as a step.',
  },
};

function doubtItems({ nights }: RegressionEntry): EvidenceItem[] {
  return (nights?.doubts ?? []).flatMap((doubt): EvidenceItem[] => {
    const item = DOUBTS[doubt];
    return item ? [{ kind: 'against', ...item }] : [];
  });
}

function sameNightItem({ sameNight, view }: RecordSeries): EvidenceItem {
  const others = sameNight.filter(({ isSelf, server }) => !isSelf && server.slug === view.server.slug);
  if (others.length === 0) {
    return {
      kind: 'open',
      title: 'Alone in its night',
      text: 'No other test on this server changed with it.',
    };
  }
  const list = others
    .slice(0, 5)
    .map(({ key, ratio }) => `${key} ${ratio === null ? 'stopped' : formatRatio(ratio)}`);
  const more = others.length > list.length ? ` and ${others.length - list.length} more` : '';
  return {
    kind: 'for',
    title: 'Other tests changed with it',
    text: `The same night: ${list.join(', ')}${more}.`,
  };
}

function elsewhereItem({ kind }: RegressionEntry, elsewhere: readonly ElsewhereEntry[]): EvidenceItem | null {
  const { yes, all, list } = shownElsewhere(kind, elsewhere);
  if (all === 0) return null;
  return {
    kind: yes === 0 ? 'against' : 'for',
    title: yes === 0 ? 'Not seen elsewhere' : `Seen in ${yes} of ${all} other places`,
    text: `The same commits: ${list}.`,
  };
}

function gapItem({ nights }: RegressionEntry): EvidenceItem | null {
  const count = nights?.suspects.count ?? 0;
  if (count === 0) return null;
  return {
    kind: 'open',
    title: 'Builds between have no value',
    text: `${count} known ${count === 1 ? 'build lies' : 'builds lie'} between the last good and the first bad night, without a value here. Measured, they would narrow the suspects.`,
  };
}

/** Distance at which an environment change is close, but not close enough to be the cause. */
const NEAR = 3;

function breakItem({ view, firstBad }: RecordSeries): EvidenceItem | null {
  const near = view.annotations.filter(({ night }) => night !== null && Math.abs(night - firstBad) <= NEAR);
  if (near.length === 0) return null;
  return {
    kind: 'open',
    title: 'Something else changed near it',
    text: `${near.map(({ label, at }) => `${label} on ${at.slice(0, 10)}`).join('; ')}.`,
  };
}

const RECORD = `
SELECT ${entryJson('= $1')}, regressions.server_id AS "serverId", regressions.workload_id AS "workloadId",
  regressions.test_id AS "testId", notes, notes_version AS "notesVersion",
  coalesce((SELECT evaluated_at FROM heatmaps WHERE heatmaps.id = regressions.heatmap_id), changed_at) AS "evaluatedAt",
  regressions.rule_version AS "ruleVersion", regressions.parser_version AS "parserVersion",
  (SELECT slug FROM regressions AS other
   WHERE other.heatmap_id = $1 AND other.id = regressions.merged_into_id) AS "mergedInto",
  (SELECT slug FROM regressions AS other
   WHERE other.heatmap_id = $1 AND other.id = regressions.split_from_id) AS "splitFrom",
  (SELECT json_object_agg(other_tests.key, other.slug) FROM regressions AS other
   JOIN tests AS other_tests ON other_tests.id = other.test_id
   WHERE other.heatmap_id = $1
     AND other.kind = regressions.kind AND other.first_bad = regressions.first_bad
     AND other.withdrawn_at IS NULL AND other.id <> regressions.id) AS neighbours
${ENTRY_JOINS}
WHERE regressions.heatmap_id = $1 AND regressions.slug = $2`;

/** Records of one cause, wherever they are. */
const OF_CAUSE = 'SELECT count(*)::int AS count FROM regressions WHERE cause = $1 AND withdrawn_at IS NULL';

interface RecordRow extends Omit<EntryRow, 'causeRecords'>, PartsRow {
  notes: string;
  notesVersion: number;
  evaluatedAt: Date;
  ruleVersion: number;
  mergedInto: string | null;
  splitFrom: string | null;
}

/**
 * Everything that the page of a record shows. Frozen parts of the record are as evaluated; the ladder and its
 * surroundings are read now. If the runs of a record are no longer stored, only the record is left.
 *
 * @param now the time at which "not measured any more" is decided
 * @throws NotFoundError
 */
export async function getRegression(
  database: Database,
  slug: string,
  now: Date = new Date(),
): Promise<RegressionPage> {
  const found = await getRecordRow<RecordRow>(database.pool, RECORD, slug);
  const causeRecords = (await findValue<number>(database.pool, OF_CAUSE, [found.cause])) ?? 0;
  const row = { ...found, causeRecords };
  const isStop = row.stored.stop !== null;
  const facts = isStop ? undefined : (await readNightFacts(database.pool, [row])).get(row.id);
  const entry = toEntry(row, facts && measuredAt(facts, now));
  const record = { ...entry, id: row.id, heatmapId: row.heatmapId };
  const hasOwnWords = row.series !== null || isStop;
  const history = await listEvents(database, row, hasOwnWords ? row.stored.verdict : null);
  const [search = null] = history.some(({ kind }) => kind === 'commit searched')
    ? await listCommitSearches(database, slug)
    : [];
  const parts = row.series
    ? await nightParts(database, record, row)
    : await releaseParts(database, record, row);
  return { ...headOf(row, entry), search, history, ...parts };
}

function headOf(row: Omit<RecordRow, 'causeRecords'>, entry: RegressionEntry) {
  return {
    ...entry,
    notes: row.notes,
    notesVersion: row.notesVersion,
    evaluatedAt: row.evaluatedAt.toISOString(),
    ruleVersion: row.ruleVersion,
    mergedInto: row.mergedInto,
    splitFrom: row.splitFrom,
    explained: reviveExplanation(row.explanation),
  };
}

/** What surrounds a record of nights: the series of its test, and what changed in the same night. */
async function nightParts(
  database: Database,
  record: RegressionEntry & { id: number; heatmapId: number },
  row: Pick<PartsRow, 'parserVersion'>,
): Promise<RecordParts> {
  const { nights } = record;
  const [series, sources, detail, elsewhere] = await Promise.all([
    findRecordSeries(database, record),
    listNightSources(database, record),
    readRecordStop(database, record),
    nights && !record.stop
      ? listNightsElsewhere(database, {
          id: record.id,
          heatmapId: record.heatmapId,
          kind: record.kind,
          after: nights.lastGood.at,
          upTo: nights.firstBad.at,
        })
      : [],
  ]);
  const parserVersions = [...new Set(sources.flatMap(({ parserVersion }) => parserVersion ?? []))].sort(
    (a, b) => a - b,
  );
  const sigma = series?.view.verdicts.throughput?.sigma;
  return {
    ...NOTHING_STORED,
    parserVersions: parserVersions.length > 0 ? parserVersions : [row.parserVersion],
    elsewhere,
    judged: { ...keptOf(record), ...(sigma !== undefined && { sigma }) },
    evidence: series ? evidenceOf({ record, detail, series, elsewhere }) : [],
    sources,
    series,
  };
}
