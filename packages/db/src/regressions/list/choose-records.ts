import { groupBy } from '@basecase/analysis';
import type {
  CauseView,
  RegressionFilter,
  RegressionList,
  RegressionSort,
  RegressionState,
} from '../../types/regressions';
import { toCauseView } from '../regression-entry';
import type { ListedRecord } from './listed-record';

const MAX_CAUSES = 200;

const OPEN: readonly ListedRecord['state'][] = ['new', 'investigating', 'confirmed'];

/** A filter whose names are ids, and whose words and nights were looked up. */
export interface RecordChoice
  extends Pick<
    RegressionFilter,
    'product' | 'group' | 'state' | 'verdict' | 'since' | 'cause' | 'line' | 'measured'
  > {
  kind: ListedRecord['kind'];
  /** Null: any. */
  serverId: number | null;
  /** Ids of those that have the words; null: no words were given. */
  withWords: ReadonlySet<number> | null;
  /** Ids of those that are not measured any more. */
  notMeasured: ReadonlySet<number>;
  sort: RegressionSort;
  byCause: boolean;
  page: number;
  pageSize: number;
}

/** What of all records a list shows, before their numbers are read. */
export interface ChosenRecords
  extends Pick<RegressionList, 'total' | 'notMeasured' | 'counts' | 'causes' | 'causePages'> {
  /** Those of the page, in its order, each with how many of all chosen have its cause. */
  page: { record: ListedRecord; causeRecords: number }[];
}

/** @param records the largest first; of equal size the first by id */
export function chooseRecords(records: readonly ListedRecord[], choice: RecordChoice): ChosenRecords {
  const counts = { new: 0, investigating: 0, confirmed: 0, noise: 0, wont_fix: 0, fixed: 0, withdrawn: 0 };
  const chosen: ListedRecord[] = [];
  let notMeasured = 0;
  for (const record of records) {
    if (!matches(record, choice)) continue;
    counts[record.state] += 1;
    if (!isOf(choice.state, record.state)) continue;
    chosen.push(record);
    if (choice.notMeasured.has(record.id)) notMeasured += 1;
  }
  const byCause = groupBy(chosen, ({ cause }) => cause);
  const sorted = choice.byCause ? sortByCause(byCause, choice.sort) : sortRecords(chosen, choice.sort);
  const first = (choice.page - 1) * choice.pageSize;
  const page = sorted.slice(first, first + choice.pageSize).map((record) => ({
    record,
    causeRecords: byCause.get(record.cause)?.length ?? 0,
  }));
  return {
    page,
    total: chosen.length,
    notMeasured,
    counts,
    causes: causesOf(chosen),
    causePages: choice.byCause ? causePagesOf(sorted, page, choice.pageSize) : {},
  };
}

/** By all of a choice but the state: its counts are those of the other states as well. */
function matches(record: ListedRecord, choice: RecordChoice): boolean {
  const { product, serverId, group, verdict, since, cause, line, measured, withWords, notMeasured } = choice;
  return (
    record.kind === choice.kind &&
    (product === undefined || record.product === product) &&
    (serverId === null || record.serverId === serverId) &&
    (group === undefined || record.group === group) &&
    (verdict === undefined || record.verdict === verdict) &&
    (since === undefined || record.firstBad === since) &&
    (cause === undefined || record.cause === cause) &&
    (line === undefined || record.line === line) &&
    (measured === undefined || notMeasured.has(record.id) === (measured === 'no')) &&
    (withWords === null || withWords.has(record.id))
  );
}

function isOf(wanted: RegressionFilter['state'], state: RegressionState | 'withdrawn'): boolean {
  if (wanted === undefined) return state !== 'withdrawn';
  return wanted === 'open' ? OPEN.includes(state) : state === wanted;
}

const isPossible = ({ verdict }: ListedRecord) => verdict.startsWith('possible');

type Order<Of> = (a: Of, b: Of) => number;

/** Sure records precede possible ones, however small their p. Equals stay in order of size. */
const ORDERS: Record<RegressionSort, Order<ListedRecord>> = {
  size: (a, b) => b.size - a.size,
  certainty: (a, b) => Number(isPossible(a)) - Number(isPossible(b)) || a.p - b.p || b.size - a.size,
  date: (a, b) => b.createdAt - a.createdAt || a.id - b.id,
};

function sortRecords(bySize: readonly ListedRecord[], sort: RegressionSort): readonly ListedRecord[] {
  return sort === 'size' ? bySize : bySize.toSorted(ORDERS[sort]);
}

/** A cause by what its records are sorted by. */
interface CauseSum {
  key: string;
  records: readonly ListedRecord[];
  size: number;
  p: number;
  isPossible: boolean;
  createdAt: number;
}

/** Causes as their records: the one with the largest change first, however many records others have. */
const CAUSE_ORDERS: Record<RegressionSort, Order<CauseSum>> = {
  size: (a, b) => b.size - a.size,
  certainty: (a, b) => Number(a.isPossible) - Number(b.isPossible) || a.p - b.p || b.size - a.size,
  date: (a, b) => b.createdAt - a.createdAt || b.size - a.size,
};

function sortByCause(
  byCause: ReadonlyMap<string, readonly ListedRecord[]>,
  sort: RegressionSort,
): ListedRecord[] {
  const sums = [...byCause].map(([key, records]): CauseSum => {
    const sum = { key, records, size: 0, p: Number.POSITIVE_INFINITY, isPossible: true, createdAt: 0 };
    for (const record of records) {
      sum.size = Math.max(sum.size, record.size);
      sum.p = Math.min(sum.p, record.p);
      sum.isPossible &&= isPossible(record);
      sum.createdAt = Math.max(sum.createdAt, record.createdAt);
    }
    return sum;
  });
  return sums
    .sort((a, b) => CAUSE_ORDERS[sort](a, b) || (a.key < b.key ? -1 : 1))
    .flatMap(({ records }) => sortRecords(records, sort));
}

/** The one with the largest change first. @param bySize the largest first */
function causesOf(bySize: readonly ListedRecord[]): CauseView[] {
  const parts = new Map<string, { first: ListedRecord; records: number }>();
  for (const record of bySize) {
    const part = parts.get(record.causePart);
    if (part) part.records += 1;
    else parts.set(record.causePart, { first: record, records: 1 });
  }
  return [...parts.values()]
    .sort(
      (a, b) =>
        b.first.size - a.first.size || b.records - a.records || (a.first.cause < b.first.cause ? -1 : 1),
    )
    .slice(0, MAX_CAUSES)
    .map(({ first: { cause: key, product, firstBad: since, kind, reason }, records }) =>
      toCauseView({ key, product, since, kind, reason, records }),
    );
}

function causePagesOf(
  sorted: readonly ListedRecord[],
  page: ChosenRecords['page'],
  pageSize: number,
): RegressionList['causePages'] {
  const shown = new Set(page.map(({ record }) => record.cause));
  const pages: RegressionList['causePages'] = {};
  for (const [place, { cause }] of sorted.entries()) {
    if (!shown.has(cause)) continue;
    const number = Math.floor(place / pageSize) + 1;
    pages[cause] = [pages[cause]?.[0] ?? number, number];
  }
  return pages;
}
