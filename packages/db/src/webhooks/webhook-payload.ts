import type { Certainty } from '@basecase/analysis';
import type { RecordStop } from '@basecase/contract/record';
import { recordTitle } from '../regressions/record-title';
import type { RegressionKind, RegressionNights, RegressionState } from '../types/regressions';
import type { WebhookEvent } from '../types/webhooks';

/** Additional fields of a record between two builds. */
export interface PayloadNights
  extends Pick<RegressionNights, 'low' | 'high' | 'nights' | 'doubts' | 'sureness' | 'suspects'> {
  /** `19devel@master` */
  line: string;
}

/** The record as receivers get it. Names, not ids: they mean something elsewhere. */
export interface PayloadRecord {
  slug: string;
  kind: RegressionKind;
  state: RegressionState;
  server: string;
  workload: string;
  product: string;
  test: string;
  firstBad: string;
  lastGood: string;
  fixedSeen: string | null;
  /** The version that was expected to fix it and does not; null: none was. */
  notFixedIn: string | null;
  verdict: string;
  certainty: Certainty | null;
  /** Null of a stop. */
  ratio: number | null;
  stop: RecordStop | null;
  /** Null between releases. */
  nights: PayloadNights | null;
}

/**
 * The body of a webhook: what happened, when, and to which record.
 *
 * @param at ISO 8601
 */
export function webhookPayload(event: WebhookEvent, at: string, record: PayloadRecord): string {
  const { fixedSeen, ...rest } = record;
  return JSON.stringify({
    type: event,
    timestamp: at,
    data: {
      ...rest,
      fixedIn: fixedSeen,
      title: recordTitle(record),
      path: `/r/${record.slug}`,
    },
  });
}

/**
 * The body of a test: the members that news has as well, and no record.
 *
 * @param at ISO 8601
 */
export function testPayload(at: string): string {
  return JSON.stringify({
    type: 'webhook.test',
    timestamp: at,
    data: { title: 'A test message: nothing happened', path: '/webhooks' },
  });
}
