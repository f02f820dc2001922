import type { PoolClient } from 'pg';
import { endKnown } from '../regressions/events/change-event';
import { readEventDecisions } from '../regressions/events/event-changes';
import {
  decidedName,
  type EventDecisions,
  type EventName,
  eventKey,
  eventKind,
} from '../regressions/events/group-events';
import { type RecordRow as Row, readRecordRows } from '../regressions/events/record-rows';
import { measuredAt, readNightFacts } from '../regressions/measured-nights';
import type { RecordNews } from '../regressions/recompute/apply-plan';
import { toEntry } from '../regressions/regression-entry';
import { listValues } from '../rows';

/** Name of the event of a record if its server was split off. */
export function nameOf({ stored, firstBad, serverId }: Row): EventName {
  return { kind: eventKind(stored), product: stored.product, firstBad: firstBad.version, serverId };
}

/**
 * Records of known events, by id. expected: the version that should fix the event was not measured yet. not fixed: it was,
 * and the record still holds.
 */
export async function knownRecords(
  client: PoolClient,
  rows: readonly Row[],
  decisions: EventDecisions,
): Promise<Map<number, 'expected' | 'not fixed'>> {
  const known = rows.flatMap((row) => {
    const fixedIn = decisions.known.get(eventKey(decidedName(nameOf(row), decisions)));
    return fixedIn === undefined ? [] : [{ ...row, fixedIn }];
  });
  const ofNights = known.filter(({ nights }) => nights !== null);
  const facts = ofNights.length > 0 ? await readNightFacts(client, ofNights) : new Map();
  const states = new Map<number, 'expected' | 'not fixed'>();
  for (const row of known) {
    const own = facts.get(row.id);
    const { status } = toEntry(row, own && measuredAt(own, row.at)).fix;
    if (status === 'claimed') states.set(row.id, 'expected');
    if (status === 'still there') states.set(row.id, 'not fixed');
  }
  return states;
}

const OPEN_RECORDS = `
SELECT id FROM regressions WHERE heatmap_id = ANY ($1) AND kind = 'regression' AND withdrawn_at IS NULL
  AND fixed_seen IS NULL AND state IN ('new', 'investigating', 'confirmed') ORDER BY id`;

/**
 * Ends that events are known whose expected fix was measured in these heatmaps and is none.
 *
 * @returns their records there, to be announced once more
 */
export async function endKnownEvents(
  client: PoolClient,
  heatmapIds: readonly number[],
): Promise<RecordNews[]> {
  const decisions = await readEventDecisions(client);
  if (decisions.known.size === 0) return [];
  const rows = await readRecordRows(
    client,
    heatmapIds,
    await listValues<number>(client, OPEN_RECORDS, [heatmapIds]),
  );
  const states = await knownRecords(client, rows, decisions);
  const names = new Map<string, EventName>();
  const news = rows.flatMap((row): RecordNews[] => {
    if (states.get(row.id) !== 'not fixed') return [];
    const name = decidedName(nameOf(row), decisions);
    const notFixedIn = decisions.known.get(eventKey(name)) ?? '';
    names.set(eventKey(name), name);
    return [{ event: 'regression.new', heatmapId: row.heatmapId, regressionId: row.id, notFixedIn }];
  });
  for (const name of names.values()) await endKnown(client, name);
  return news;
}
