import { formatRatio } from '@basecase/analysis';
import type { CauseView, RegressionEntry, RegressionList } from '@basecase/db/types';
import { countText } from '../../text/count-text';
import { lineText, sinceText } from '../nights/night-words';
import { causeSize } from '../nights/prepare-same-night';
import { reasonText } from '../record-words';
import { type ListState, listHref } from '../regressions-state';

/** A suspected cause, which its records fold to. */
export interface ListHead {
  title: string;
  /** Ratios of its records on this page: `0.83 to 0.91`. */
  range: string;
  /** `30 records`; `12 of 30 here, the rest on page 2`. */
  count: string;
  /** All of them and nothing else; null where that is what is shown. */
  href: string | null;
  isOpen: boolean;
}

/** The head of the records of one cause. */
export function prepareHead(
  list: RegressionList,
  cause: CauseView,
  { own, state }: { own: readonly RegressionEntry[]; state: ListState },
): Omit<ListHead, 'isOpen'> {
  const { key, records } = cause;
  const total = Math.max(records, own.length);
  const ratios = own.map(({ ratio }) => ratio);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => formatRatio(ratio));
  const all = countText(total, 'record');
  return {
    title: headTitle(cause, own, own.length === total),
    range: least === most ? `${least}` : `${least} to ${most}`,
    count: own.length < total ? `${own.length} of ${all} here, the rest on ${otherPages(list, key)}` : all,
    href: state.cause === key ? null : listHref({ ...state, cause: key, page: 1 }),
  };
}

/**
 * `Slower since PostgreSQL 16.10: more CPU per operation`; of nights, where everything that changed in one is suspected
 * together, `Slower since 29 Aug 2026 g4eb13e8a, PostgreSQL 19devel@master: 4 tests, one suspected cause`.
 */
function headTitle(
  { product, since, direction, reason }: CauseView,
  own: readonly RegressionEntry[],
  isAll: boolean,
): string {
  const word = direction === 'slower' ? 'Slower' : 'Faster';
  const [first] = own;
  if (!first?.nights) return `${word} since ${product} ${since}: ${reasonText(reason, direction)}`;
  const tests = own.map(({ test, server }) => ({ key: test.key, server }));
  const size = isAll ? causeSize(tests) : 'several tests';
  const cause = own.length === 1 && isAll ? '' : ', one suspected cause';
  return `${word} since ${sinceText(first)}, ${lineText({ product, line: first.nights.line })}: ${size}${cause}`;
}

/** `page 2`, `pages 1 and 3`, `pages 1 and 3 to 5`: where else a cause has records. */
function otherPages({ page, causePages }: RegressionList, key: string): string {
  const [first, last] = causePages[key] ?? [page, page];
  const spans = [
    [first, page - 1],
    [page + 1, last],
  ].flatMap(([from = 0, to = 0]) => (from > to ? [] : [from === to ? `${from}` : `${from} to ${to}`]));
  const isOne = last - first === 1;
  return spans.length === 0 ? 'other pages' : `${isOne ? 'page' : 'pages'} ${spans.join(' and ')}`;
}
