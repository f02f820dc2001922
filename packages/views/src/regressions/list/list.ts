import { formatRatio, possibleDepth } from '@basecase/analysis';
import type { CauseView, RegressionEntry, RegressionList } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { clientsText, countText, dayText, groupBy, serverClass, shortWorkloadLabel } from '../../text/words';
import { believedLevel } from '../../verdict/verdict-trend';
import { causeSize } from '../nights/record-data';
import {
  bandText,
  fixText,
  intervalText,
  lineText,
  notMeasuredText,
  reasonText,
  STATE_LABELS,
  shortExplanation,
  sinceText,
  verdictWords,
} from '../record-words';
import { type ListState, listHref } from '../regressions-state';

/** A record as a row of the list. */
export type ListRow = ReturnType<typeof regressionRow>;

export interface ListGroup {
  key: string;
  /** Null when records are not grouped. */
  head: (ReturnType<typeof headView> & { isOpen: boolean }) | null;
  rows: ListRow[];
}

/** Larger groups are folded, so that causes are seen before records. */
const OPEN_UNASKED = 3;

/** Rows of the page, by suspected cause unless the reader wants them flat. */
export function regressionGroups(list: RegressionList, state: ListState): ListGroup[] {
  if (state.flat) return [{ key: 'all', head: null, rows: rowsOf(list.regressions, state) }];
  const groups = groupBy(list.regressions, ({ cause }) => cause.key);
  return [...groups].flatMap(([key, own]) => {
    const [first] = own;
    if (!first) return [];
    const isOpen =
      state.fold === 'none' || (state.fold === '' && (own.length <= OPEN_UNASKED || groups.size === 1));
    const head = { ...headView(list, first.cause, { own, state }), isOpen };
    return [{ key, head, rows: rowsOf(own, state) }];
  });
}

/** Links that fold and unfold all groups; none where there is nothing to fold. */
export function groupFolding(
  groups: readonly ListGroup[],
  state: ListState,
): { label: string; href: string }[] {
  const heads = groups.flatMap(({ head }) => head ?? []);
  if (heads.length < 2) return [];
  const link = (label: string, fold: ListState['fold']) => ({ label, href: listHref({ ...state, fold }) });
  return [
    ...(heads.some(({ isOpen }) => !isOpen) ? [link('Unfold all', 'none')] : []),
    ...(heads.some(({ isOpen }) => isOpen) ? [link('Fold all', 'all')] : []),
  ];
}

function rowsOf(entries: readonly RegressionEntry[], { flat }: ListState): ListRow[] {
  return entries.map((entry) => regressionRow(entry, { isFlat: flat }));
}

export function regressionRow(entry: RegressionEntry, { isFlat }: { isFlat: boolean }) {
  const { slug, test, ratio, verdict, server, workload, product, nights } = entry;
  const isSeries = nights?.judgedBy === 'series';
  const { word, topic } = verdictWords(entry);
  return {
    slug,
    /** `slug@version`, so that a form never overwrites a newer decision. */
    value: `${slug}@${entry.triageVersion}`,
    href: `/r/${slug}`,
    test: test.name,
    /** Range of the test; empty without. */
    note: test.range === null ? '' : String(test.range),
    ratio: formatRatio(ratio),
    level: believedLevel(ratio, verdict),
    /** How deep the outline of a possible change is, by its size; null where it is sure. */
    depth: possibleDepth(verdict, ratio),
    direction: ratio < 1 ? 'dn' : 'up',
    /** `of 15.15`, `of previous level`. */
    base: isSeries ? 'of previous level' : `of ${versionLabel(entry.lastGood.version)}`,
    /** `PostgreSQL 16.10`, `29 Aug 2026 g4eb13e8a`. */
    since: sinceText(entry),
    /** Version line of a build if no head names it: `PostgreSQL 19devel@master`; empty for a release. */
    line: nights && isFlat ? lineText({ product, line: nights.line }) : '',
    /** `±5.5%`, `0.88–0.92`. */
    band: isSeries ? intervalText(nights) : bandText(entry.band),
    verdict: word,
    topic,
    server: serverClass(server),
    workload: [shortWorkloadLabel(workload), clientsText(workload.clients), buildText(entry)]
      .filter(Boolean)
      .join(', '),
    why: shortExplanation(entry.explanation),
    state: STATE_LABELS[entry.withdrawnAt === null ? entry.state : 'withdrawn'],
    /** Owner, and what is known of a fix. */
    more: [entry.owner, fixText(entry.fix)].filter(Boolean).join(', '),
    /** `not measured since 12 Nov 2026`; empty while it is measured. */
    notMeasured: notMeasuredText(nights),
    /** ISO 8601, and as it is shown. */
    changedAt: entry.changedAt,
    changed: dayText(entry.changedAt),
  };
}

function buildText({ build }: RegressionEntry): string {
  const names = [build?.flavour, build?.config].filter(Boolean).join(' ');
  return names === '' ? '' : `only ${names}`;
}

/** Records that are not measured any more, in words with the list of them; null where there is none or only they are shown. */
export function notMeasuredRows(
  { notMeasured }: RegressionList,
  state: ListState,
): { text: string; href: string } | null {
  if (notMeasured === 0 || state.measured !== '') return null;
  return {
    text: `${notMeasured} ${notMeasured === 1 ? 'is' : 'are'} not measured any more.`,
    href: listHref({ ...state, measured: 'no', page: 1 }),
  };
}

/** The counts of the page in a sentence. */
export function listSentence(list: RegressionList, state: ListState): { strong: string; rest: string } {
  const { counts, total, causes } = list;
  const noun = state.kind;
  if (state.state !== 'open') {
    const words = state.state === 'all' ? ', in any state' : `: ${STATE_LABELS[state.state].toLowerCase()}`;
    return { strong: countText(total, noun), rest: `${words}.` };
  }
  const parts = (['new', 'investigating', 'confirmed'] as const).flatMap((name) =>
    counts[name] > 0 ? [`${counts[name]} ${STATE_LABELS[name].toLowerCase()}`] : [],
  );
  const of = causes.length > 1 && causes.length < total ? `, of ${causes.length} suspected causes` : '';
  const rest = total === 0 ? '.' : `: ${parts.join(', ')}${of}.`;
  return { strong: `${countText(total, noun)} ${total === 1 ? 'is' : 'are'} open`, rest };
}

/** Tabs of the list with how many records each has; what is never reached is left out. */
export function listTabsView(list: RegressionList, state: ListState) {
  const { withdrawn, ...alive } = list.counts;
  const count: Record<ListState['state'], number> = {
    ...list.counts,
    open: alive.new + alive.investigating + alive.confirmed,
    all: Object.values(alive).reduce((sum, each) => sum + each, 0),
  };
  const order: ListState['state'][] = [
    'open',
    'new',
    'investigating',
    'confirmed',
    'noise',
    'wont_fix',
    'fixed',
    'withdrawn',
    'all',
  ];
  return order.map((name) => ({
    name,
    label: STATE_LABELS[name],
    count: count[name],
    href: listHref({ ...state, state: name, page: 1 }),
    isCurrent: state.state === name,
  }));
}

/** The head of the records of one cause. */
function headView(
  list: RegressionList,
  cause: CauseView,
  { own, state }: { own: readonly RegressionEntry[]; state: ListState },
) {
  const { key, records } = cause;
  const total = Math.max(records, own.length);
  const ratios = own.map(({ ratio }) => ratio);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => formatRatio(ratio));
  const all = countText(total, 'record');
  return {
    title: headTitle(cause, own, own.length === total),
    /** Ratios of its records on this page: `0.83 to 0.91`. */
    range: least === most ? `${least}` : `${least} to ${most}`,
    /** `30 records`; `12 of 30 here, the rest on page 2`. */
    count: own.length < total ? `${own.length} of ${all} here, the rest on ${otherPages(list, key)}` : all,
    /** All of them and nothing else; null where that is what is shown. */
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
