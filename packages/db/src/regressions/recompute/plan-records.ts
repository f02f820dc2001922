import type { ChangedBuild, RecordChange, RecordScope, StoredRecord } from '../stored-record';

/** What an evaluation does with a record. */
export type RecordStep =
  | { action: 'create'; change: RecordChange; splitFrom: number | null }
  | { action: 'reinstate'; record: StoredRecord; change: RecordChange }
  | { action: 'update'; record: StoredRecord; change: RecordChange }
  | { action: 'merge'; record: StoredRecord; into: number }
  | { action: 'withdraw'; record: StoredRecord };

/**
 * Brings records and changes together. A change is the record with the same first bad column; else the record of its
 * line whose versions it overlaps (new runs in between have moved the first bad version). Remaining changes are new,
 * split from a record that covered them, or reinstated; remaining records were merged or are withdrawn.
 *
 * Deterministic and idempotent: the same changes a second time are updates that change nothing.
 *
 * @param lineOf the config that names the line of a config: records of configs that were joined are on one line
 */
export function planRecords(
  records: readonly StoredRecord[],
  changes: readonly RecordChange[],
  lineOf: LineOf = (config) => config,
): RecordStep[] {
  const scopes = new Map<string, { records: StoredRecord[]; changes: RecordChange[] }>();
  const scopeOf = (scope: RecordScope & Pick<RecordChange, 'stop'>) => {
    // A test may be slower since one version and stop in another: the two are never one record.
    const key = `${scopeKey(scope)} ${scope.stop ? 'stop' : ''} ${scope.line ?? ''}`;
    const found = scopes.get(key) ?? { records: [], changes: [] };
    scopes.set(key, found);
    return found;
  };
  for (const record of records) scopeOf(record).records.push(record);
  for (const change of changes) scopeOf(change).changes.push(change);
  return [...scopes.values()].flatMap((scope) => planScope(scope.records, scope.changes, lineOf));
}

export function scopeKey({ kind, workloadId, testId, productId }: Omit<RecordScope, 'line'>): string {
  return JSON.stringify([kind, workloadId, testId, productId]);
}

function planScope(
  records: readonly StoredRecord[],
  changes: readonly RecordChange[],
  lineOf: LineOf,
): RecordStep[] {
  const onOneLine = sameLine(lineOf);
  const alive = records.filter(({ withdrawn }) => !withdrawn);
  const pairs = pairUp(alive, changes, onOneLine);
  const updates = [...pairs].map(([change, record]): RecordStep => ({ action: 'update', record, change }));
  const paired = new Set(pairs.values());
  const rest = changes.filter((change) => !pairs.has(change) && !change.onlyIfKnown);
  const gone = alive.filter((record) => !paired.has(record));
  return [
    ...updates,
    ...rest.map((change) => planNew(change, { records, paired: [...paired], onOneLine })),
    ...gone.map((record) => planGone(record, pairs, onOneLine)),
  ];
}

/** Each record once, each change once: the same first bad version first, then overlaps, the largest change first. */
function pairUp(
  alive: readonly StoredRecord[],
  changes: readonly RecordChange[],
  onOneLine: OnOneLine,
): Map<RecordChange, StoredRecord> {
  const pairs = new Map<RecordChange, StoredRecord>();
  const taken = new Set<StoredRecord>();
  const pair = (change: RecordChange, record: StoredRecord | undefined) => {
    if (!record) return;
    pairs.set(change, record);
    taken.add(record);
  };
  for (const change of changes) {
    pair(
      change,
      alive.find((record) => record.fingerprint === change.fingerprint),
    );
  }
  const bySize = changes.filter((change) => !pairs.has(change)).sort((a, b) => sizeOf(b) - sizeOf(a));
  for (const change of bySize) {
    pair(
      change,
      alive.find((record) => !taken.has(record) && onOneLine(record, change) && overlap(record, change)),
    );
  }
  return pairs;
}

function planNew(
  change: RecordChange,
  {
    records,
    paired,
    onOneLine,
  }: { records: readonly StoredRecord[]; paired: readonly StoredRecord[]; onOneLine: OnOneLine },
): RecordStep {
  const withdrawn = records.findLast(
    (record) => record.withdrawn && record.fingerprint === change.fingerprint,
  );
  if (withdrawn) return { action: 'reinstate', record: withdrawn, change };
  const source = paired.find((record) => onOneLine(record, change) && overlap(record, change));
  return { action: 'create', change, splitFrom: source?.id ?? null };
}

/**
 * The target of a merged record: a change of its line that covers its versions or took over its size, or one of
 * another line with the same first bad version, as one record represents all lines that show it.
 */
function planGone(
  record: StoredRecord,
  pairs: ReadonlyMap<RecordChange, StoredRecord>,
  onOneLine: OnOneLine,
): RecordStep {
  for (const [change, into] of pairs) {
    const isMerged = onOneLine(record, change)
      ? overlap(record, change) || tookOver(record, { change, before: into })
      : record.firstBad === change.firstBad;
    if (isMerged) return { action: 'merge', record, into: into.id };
  }
  return { action: 'withdraw', record };
}

/** At least this part of a record's size must have gone into the change before it. */
const TAKEN_PART = 0.25;

function tookOver(
  record: StoredRecord,
  { change, before }: { change: RecordChange; before: StoredRecord },
): boolean {
  if (change.stop) return false;
  const grown = sizeOf(change) - sizeOf(before);
  const isBefore = change.firstBadKey < record.firstBadKey && change.fixedSeen === null;
  return isBefore && grown >= TAKEN_PART * sizeOf(record);
}

/** 0 of stops: no part of one goes into another. */
function sizeOf({ levelRatio }: { levelRatio: number | null }): number {
  return Math.abs(Math.log(levelRatio ?? 1));
}

interface Placed {
  build: RecordChange['build'];
  changedBuild: ChangedBuild;
}

type LineOf = (config: string) => string;
type OnOneLine = (a: Placed, b: Placed) => boolean;

/** Main lines are one: which config has the most versions may change with every upload. */
function sameLine(lineOf: LineOf): OnOneLine {
  const nameOf = ({ changedBuild: { config } }: Placed) => config && lineOf(config);
  return (a, b) =>
    (a.build === null && b.build === null) ||
    (a.changedBuild.flavour === b.changedBuild.flavour && nameOf(a) === nameOf(b));
}

interface Interval {
  lastGoodKey: string;
  firstBadKey: string;
}

/** The change came somewhere in (last good, first bad]. */
function overlap(a: Interval, b: Interval): boolean {
  return a.lastGoodKey < b.firstBadKey && b.lastGoodKey < a.firstBadKey;
}
