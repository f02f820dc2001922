import { compareVersions } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { canonicalJson } from '../permalinks/canonical-json';
import type { RegressionEventKind, WebhookEvent } from '../types/regressions';
import type { RecordStep } from './plan-records';
import type { RecordChange, RecordNumbers, StoredRecord } from './stored-record';
import { addEvent, insertRecord, updateNumbers, withdrawRecord } from './write-record';

/** What an evaluation changed. */
export interface ChangeCounts {
  created: number;
  changed: number;
  fixed: number;
  withdrawn: number;
}

/** A message for webhooks: a regression is new, fixed or withdrawn. */
export interface RecordNews {
  event: WebhookEvent;
  regressionId: number;
}

/** In the history, for what an ingest changed. */
export const BY_JOB = 'job';

interface Applying {
  client: PoolClient;
  serverId: number;
  /** Key of a test by its id. */
  testKey: (testId: number) => string;
  counts: ChangeCounts;
  news: RecordNews[];
}

/** Writes a plan: records, their history, and what is worth telling. What is as it was is not written. */
export async function applyPlan(
  client: PoolClient,
  { serverId, testKey }: Pick<Applying, 'serverId' | 'testKey'>,
  steps: readonly RecordStep[],
): Promise<Pick<Applying, 'counts' | 'news'>> {
  const counts = { created: 0, changed: 0, fixed: 0, withdrawn: 0 };
  const context: Applying = { client, serverId, testKey, counts, news: [] };
  // What goes makes room first: a fingerprint is alive once.
  const inOrder = [...steps].sort((a, b) => rank(a) - rank(b));
  for (const step of inOrder) await applyStep(context, step);
  return { counts, news: context.news };
}

function rank({ action }: RecordStep): number {
  return action === 'withdraw' || action === 'merge' ? 0 : 1;
}

async function applyStep(context: Applying, step: RecordStep): Promise<void> {
  switch (step.action) {
    case 'create':
      return create(context, step);
    case 'update':
      return update(context, step.record, step.change);
    case 'reinstate':
      return reinstate(context, step.record, step.change);
    case 'merge':
      await withdrawRecord(context.client, step.record.id, step.into);
      await note(context, step.record.id, 'merged', { into: step.into });
      return countGone(context, step.record);
    case 'withdraw':
      await withdrawRecord(context.client, step.record.id, null);
      await note(context, step.record.id, 'withdrawn');
      return countGone(context, step.record);
  }
}

function countGone({ counts, news }: Applying, { kind, id }: StoredRecord): void {
  counts.withdrawn += 1;
  if (kind === 'regression') news.push({ event: 'regression.withdrawn', regressionId: id });
}

async function create(
  context: Applying,
  { change, splitFrom }: { change: RecordChange; splitFrom: number | null },
): Promise<void> {
  const place = { serverId: context.serverId, test: context.testKey(change.testId) };
  const { id, slug } = await insertRecord(context.client, place, { change, splitFrom });
  await note(context, id, 'created', {
    firstBad: change.firstBad,
    lastGood: change.lastGood,
    ratio: change.ratio,
  });
  if (splitFrom !== null) {
    await note(context, id, 'split', { from: splitFrom });
    await note(context, splitFrom, 'split', { into: slug });
  }
  context.counts.created += 1;
  // One that is over already when it is first seen is history, no news.
  if (change.fixedSeen !== null)
    await markFixed(context, { id, state: 'new', kind: change.kind }, change, false);
  else if (change.kind === 'regression') context.news.push({ event: 'regression.new', regressionId: id });
}

async function reinstate(context: Applying, record: StoredRecord, change: RecordChange): Promise<void> {
  await updateNumbers(context.client, record.id, change);
  await note(context, record.id, 'reinstated', { firstBad: change.firstBad, ratio: change.ratio });
  await noteFix(context, record, change);
  context.counts.changed += 1;
  if (record.kind === 'regression' && change.fixedSeen === null) {
    context.news.push({ event: 'regression.new', regressionId: record.id });
  }
}

async function update(context: Applying, record: StoredRecord, change: RecordChange): Promise<void> {
  if (sameNumbers(record, change)) return;
  await updateNumbers(context.client, record.id, change);
  context.counts.changed += 1;
  if (record.firstBadId !== change.firstBadId || record.lastGoodId !== change.lastGoodId) {
    await note(context, record.id, 'moved', {
      from: [record.lastGood, record.firstBad],
      to: [change.lastGood, change.firstBad],
    });
  }
  if (change.fixedSeen === null && compareVersions(change.lastSeen, record.lastSeen) > 0) {
    await note(context, record.id, 'extended', { from: record.lastSeen, to: change.lastSeen });
  }
  if (record.verdict !== change.verdict || record.step !== change.step) {
    await note(context, record.id, 'judged', {
      from: [record.verdict, record.step],
      to: [change.verdict, change.step],
    });
  }
  await noteFix(context, record, change);
}

async function noteFix(context: Applying, record: StoredRecord, change: RecordChange): Promise<void> {
  if (record.fixedSeen === change.fixedSeen) return;
  if (change.fixedSeen !== null) return markFixed(context, record, change, record.fixedSeen === null);
  await note(context, record.id, 'reopened', { was: record.fixedSeen });
  if (record.state !== 'fixed' || record.stateBeforeFix === null) return;
  await context.client.query(
    `UPDATE regressions SET state = state_before_fix, state_before_fix = NULL, triage_version = triage_version + 1
     WHERE id = $1`,
    [record.id],
  );
}

/** What people called noise, or won't fix, stays what they called it. */
async function markFixed(
  context: Applying,
  record: Pick<StoredRecord, 'id' | 'state' | 'kind'>,
  change: RecordChange,
  isNews: boolean,
): Promise<void> {
  await note(context, record.id, 'fixed', { in: change.fixedSeen });
  await context.client.query(
    `UPDATE regressions SET state_before_fix = state, state = 'fixed', triage_version = triage_version + 1
     WHERE id = $1 AND state IN ('new', 'investigating', 'confirmed')`,
    [record.id],
  );
  context.counts.fixed += 1;
  if (isNews && record.kind === 'regression') {
    context.news.push({ event: 'regression.fixed', regressionId: record.id });
  }
}

async function note(
  { client }: Applying,
  id: number,
  kind: RegressionEventKind,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await addEvent(client, id, { kind, by: BY_JOB, detail });
}

/** Doubles go through PostgreSQL unchanged, so what was stored is found equal. */
function sameNumbers(record: StoredRecord, change: RecordChange): boolean {
  return canonicalJson(toNumbers(record)) === canonicalJson(toNumbers(change));
}

function toNumbers(from: RecordNumbers): RecordNumbers {
  const { firstBadId, lastGoodId, firstBad, lastGood, lastSeen, step, verdict, ratio, levelRatio, band, p } =
    from;
  const { explanation, cause, reason, fixedSeen, parserVersion } = from;
  return {
    firstBadId,
    lastGoodId,
    firstBad,
    lastGood,
    lastSeen,
    step,
    verdict,
    ratio,
    levelRatio,
    band,
    p,
    explanation,
    cause,
    reason,
    fixedSeen,
    parserVersion,
  };
}
