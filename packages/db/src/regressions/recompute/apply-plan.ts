import { compareVersions } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { canonicalJson } from '../../permalinks/canonical-json';
import { listValues } from '../../rows';
import type { RegressionEventKind } from '../../types/regression-page';
import type { FlaggedVerdict } from '../../types/regressions';
import type { WebhookEvent } from '../../types/webhooks';
import { NUMBERS, type RecordChange, type StoredRecord } from '../stored-record';
import { addEvents, type EventToAdd, insertRecords, updateRecords, withdrawRecords } from '../write-record';
import type { RecordStep } from './plan-records';

/** What an evaluation changed. */
export interface ChangeCounts {
  created: number;
  changed: number;
  fixed: number;
  withdrawn: number;
}

/** A message for webhooks: a regression is new, sure, fixed or withdrawn. */
export interface RecordNews {
  event: WebhookEvent;
  heatmapId: number;
  regressionId: number;
  /** The version that was expected to fix it; left out: none was. */
  notFixedIn?: string;
}

const SURE: readonly FlaggedVerdict[] = ['regression', 'small regression'];

/** Which record, among all. */
type RecordKey = Pick<StoredRecord, 'id' | 'heatmapId'>;

/** Where records are written: ids of heatmaps by their workloads. */
interface Place {
  serverId: number;
  heatmapIds: ReadonlyMap<number, number>;
  testKey: (testId: number) => string;
  /** `z12a → z12b` of each join that came or went: why records move. */
  lineChanges: readonly string[];
  /** True for changes without events. */
  isSilent: boolean;
  /** Reason to judge the same runs again, without news; null: runs are new. */
  again: 'upgrade' | 'lines' | null;
  /** Time of the evaluation before this one, as PostgreSQL writes it; null: it is the first. */
  evaluatedAt: string | null;
}

/** In the history, for what an ingest changed. */
const BY_JOB = 'job';

/** What is written at the end, when every record has its id. */
class Outcome {
  readonly events: EventToAdd[] = [];
  readonly news: RecordNews[] = [];
  /** Ids of records whose fix is seen, and of those whose fix is gone. */
  readonly fixed: RecordKey[] = [];
  readonly reopened: RecordKey[] = [];
  /** Records that were possible and are sure now. */
  readonly sure: (RecordKey & Pick<StoredRecord, 'kind'>)[] = [];

  readonly #lineChanges: readonly string[];

  constructor(lineChanges: readonly string[]) {
    this.#lineChanges = lineChanges;
  }

  note({ id, heatmapId }: RecordKey, kind: RegressionEventKind, detail: Record<string, unknown> = {}): void {
    this.events.push({ heatmapId, regressionId: id, kind, by: BY_JOB, detail });
  }

  /** Why a record moved, where the line of its configs changed. */
  noteLines(record: RecordKey): void {
    if (this.#lineChanges.length > 0) this.note(record, 'line changed', { seams: this.#lineChanges });
  }

  /** Improvements send no message. */
  tell(event: WebhookEvent, { id, heatmapId, kind }: RecordKey & Pick<StoredRecord, 'kind'>): void {
    if (kind === 'regression') this.news.push({ event, heatmapId, regressionId: id });
  }
}

/** Writes a plan: records, their history, and messages. Unchanged rows are not written. */
export async function applyPlan(
  client: PoolClient,
  place: Place,
  steps: readonly RecordStep[],
): Promise<{ counts: ChangeCounts; news: RecordNews[] }> {
  const outcome = new Outcome(place.lineChanges);
  // What goes makes room first: a fingerprint is alive once.
  const withdrawn = await withdraw(client, steps, outcome);
  const changed = await update(client, steps, outcome);
  const created = await create(client, place, { steps, outcome });
  await writeFixes(client, outcome);
  await tellSure(client, outcome);
  if (!place.isSilent) await addEvents(client, outcome.events);
  return { counts: { created, changed, fixed: outcome.fixed.length, withdrawn }, news: outcome.news };
}

async function withdraw(client: PoolClient, steps: readonly RecordStep[], outcome: Outcome): Promise<number> {
  const gone = steps.flatMap((step) => {
    if (step.action !== 'withdraw' && step.action !== 'merge') return [];
    const mergedInto = step.action === 'merge' ? step.into : null;
    return [{ record: step.record, mergedInto }];
  });
  for (const { record, mergedInto } of gone) {
    if (mergedInto === null) outcome.note(record, 'withdrawn');
    else outcome.note(record, 'merged', { into: mergedInto });
    outcome.noteLines(record);
    outcome.tell('regression.withdrawn', record);
  }
  await withdrawRecords(
    client,
    gone.map(({ record: { id, heatmapId }, mergedInto }) => ({ id, heatmapId, mergedInto })),
  );
  return gone.length;
}

/** Steps that write new numbers into a record that is there. */
type Rewrite = Extract<RecordStep, { action: 'update' | 'reinstate' }>;

async function update(client: PoolClient, steps: readonly RecordStep[], outcome: Outcome): Promise<number> {
  const changed = steps.flatMap((step): Rewrite[] => {
    if (step.action === 'reinstate') return [step];
    return step.action === 'update' && !sameNumbers(step.record, step.change) ? [step] : [];
  });
  for (const { action, record, change } of changed) {
    if (action === 'update') noteUpdate(record, change, outcome);
    else {
      outcome.note(record, 'reinstated', foundDetail(change));
      if (change.fixedSeen === null) outcome.tell('regression.new', record);
    }
    noteFix(record, change, outcome);
    outcome.noteLines(record);
  }
  await updateRecords(
    client,
    changed.map(({ record: { id, heatmapId }, change }) => ({ id, heatmapId, change })),
  );
  return changed.length;
}

function noteUpdate(record: StoredRecord, change: RecordChange, outcome: Outcome): void {
  const isRenamed = record.line !== null && change.line !== null && record.line !== change.line;
  if (isRenamed) outcome.note(record, 'line changed', { renamed: [record.line, change.line] });
  // The same builds of a renamed branch are other columns.
  const isSame = isRenamed && record.firstBad === change.firstBad && record.lastGood === change.lastGood;
  if (!isSame && (record.firstBadId !== change.firstBadId || record.lastGoodId !== change.lastGoodId)) {
    outcome.note(record, 'moved', {
      from: [record.lastGood, record.firstBad],
      to: [change.lastGood, change.firstBad],
    });
  }
  // Every night continues it: that is not news of a record.
  if (
    change.series === null &&
    change.fixedSeen === null &&
    compareVersions(change.lastSeen, record.lastSeen) > 0
  ) {
    outcome.note(record, 'extended', { from: record.lastSeen, to: change.lastSeen });
  }
  if (record.verdict !== change.verdict || record.step !== change.step) {
    outcome.note(record, 'judged', {
      from: [record.verdict, record.step],
      to: [change.verdict, change.step],
    });
    const isSure = record.verdict === 'possible regression' && SURE.includes(change.verdict);
    if (isSure && change.fixedSeen === null) outcome.sure.push(record);
  }
}

function noteFix(record: StoredRecord, change: RecordChange, outcome: Outcome): void {
  if (record.fixedSeen === change.fixedSeen) return;
  if (change.fixedSeen === null) {
    outcome.note(record, 'reopened', { was: record.fixedSeen });
    outcome.reopened.push(record);
    // Receivers of the message that it works again need this one.
    if (change.stop) outcome.tell('regression.new', record);
    return;
  }
  outcome.note(record, 'fixed', { in: change.fixedSeen });
  outcome.fixed.push(record);
  if (record.fixedSeen === null) outcome.tell('regression.fixed', record);
}

/** A record that crosses the limit repeatedly sends one message: its receivers already know that it is sure. */
async function tellSure(client: PoolClient, outcome: Outcome): Promise<void> {
  if (outcome.sure.length === 0) return;
  const told = new Set(
    await listValues<number>(
      client,
      `SELECT DISTINCT regression_id AS id FROM regression_events
     WHERE heatmap_id = ANY ($1) AND regression_id = ANY ($2) AND kind = 'judged'
       AND (detail->'from'->>0 = ANY ($3) OR detail->'to'->>0 = ANY ($3))`,
      [outcome.sure.map(({ heatmapId }) => heatmapId), outcome.sure.map(({ id }) => id), SURE],
    ),
  );
  for (const record of outcome.sure) if (!told.has(record.id)) outcome.tell('regression.sure', record);
}

async function create(
  client: PoolClient,
  place: Place,
  { steps, outcome }: { steps: readonly RecordStep[]; outcome: Outcome },
): Promise<number> {
  const added = steps.flatMap((step) => (step.action === 'create' ? [step] : []));
  const isNews = place.again === null && !place.isSilent;
  const createdAt = isNews ? null : place.evaluatedAt;
  const inserted = await insertRecords(client, { ...place, isNews, createdAt }, added);
  for (const [index, { change, splitFrom }] of added.entries()) {
    const record = inserted[index];
    if (!record) continue;
    const { lastGood, fixedSeen, kind } = change;
    const upgrade = place.again === 'upgrade' && { upgrade: true };
    outcome.note(record, 'created', { ...foundDetail(change), lastGood, ...upgrade });
    if (splitFrom !== null) {
      outcome.note(record, 'split', { from: splitFrom });
      outcome.note({ ...record, id: splitFrom }, 'split', { into: record.slug });
    }
    if (fixedSeen === null) {
      outcome.tell('regression.new', { ...record, kind });
      continue;
    }
    // One that is over when it is first seen is history, no news.
    outcome.note(record, 'fixed', { in: fixedSeen });
    outcome.fixed.push(record);
  }
  return inserted.length;
}

/** Detail of a found change in the history; a stop has a reason and no ratio. */
function foundDetail({ firstBad, ratio, stop }: RecordChange): Record<string, unknown> {
  return stop ? { firstBad, reason: stop.reason } : { firstBad, ratio };
}

/** What people called noise, or won't fix, stays what they called it. */
async function writeFixes(client: PoolClient, { fixed, reopened }: Outcome): Promise<void> {
  if (fixed.length > 0) {
    await client.query(
      `UPDATE regressions SET state_before_fix = state, state = 'fixed', triage_version = triage_version + 1
       WHERE heatmap_id = ANY ($1) AND id = ANY ($2) AND state IN ('new', 'investigating', 'confirmed')`,
      keysOf(fixed),
    );
  }
  if (reopened.length > 0) {
    await client.query(
      `UPDATE regressions SET state = state_before_fix, state_before_fix = NULL, triage_version = triage_version + 1
       WHERE heatmap_id = ANY ($1) AND id = ANY ($2) AND state = 'fixed' AND state_before_fix IS NOT NULL`,
      keysOf(reopened),
    );
  }
}

/** An id is that of one record, in whichever heatmap. */
function keysOf(records: readonly RecordKey[]): [number[], number[]] {
  return [records.map(({ heatmapId }) => heatmapId), records.map(({ id }) => id)];
}

/**
 * Doubles go through PostgreSQL unchanged, so what was stored is found equal; nested ones are JSON, which is returned
 * with its keys in another order.
 */
const [NESTED = [], PLAIN = []] = [true, false].map((isNested) =>
  (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).filter(
    (name) => (NUMBERS[name] === 'jsonb') === isNested,
  ),
);

/**
 * Whether what an evaluation says is what is stored. Explanations are long: they are looked at when all else is the
 * same.
 */
export function sameNumbers(record: StoredRecord, change: RecordChange): boolean {
  return (
    PLAIN.every((name) => record[name] === change[name]) &&
    NESTED.every((name) => canonicalJson(record[name]) === canonicalJson(change[name]))
  );
}
