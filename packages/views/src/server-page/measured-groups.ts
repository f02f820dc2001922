import { groupBy } from '@basecase/analysis';
import type { MeasuredHere, MergeableWorkload, ServerPage, WorkloadReads } from '@basecase/db/types';
import { openingOf } from '../compare/open-href';
import { FIELD_LABELS, fieldText } from '../corrections/correction-state';
import { listHref } from '../regressions/regressions-state';
import { countText, dayText, groupDigits, joinNames, productName, serverClass } from '../text/words';
import { oneOf, text } from '../url/fields';
import { serverHref } from '../url/hrefs';
import { type StateOf, urlCodec } from '../url/url-codec';

interface OpenCount {
  /** `2 slower`, `3 possibly faster` */
  text: string;
  isWorse: boolean;
  /** Without a colour: it is not confirmed. */
  isPossible: boolean;
}

/** What was measured on a server, by product. */
export function measuredGroups({ measured, server }: ServerPage) {
  const opening = openingOf(measured.map(({ workload, tests }) => ({ server, workload, tests })));
  return [...groupBy(measured, ({ product }) => product)].map(([product, rows]) => ({
    product: productName(product),
    rows: rows.map((row) =>
      toRow(row, {
        server: server.slug,
        hrefOf: (workload) => opening.href({ server: server.slug, workload }),
      }),
    ),
  }));
}

/** A product may share a heatmap with another: each counts once. */
export function countHeatmaps({ measured }: Pick<ServerPage, 'measured'>): number {
  return new Set(measured.map(({ workload }) => workload.slug)).size;
}

function toRow(
  { workload, product, versions, ...row }: MeasuredHere,
  { server, hrefOf }: { server: string; hrefOf: (workload: string) => string },
) {
  return {
    key: `${product} ${workload.slug}`,
    workload: workload.label,
    details: [...workload.details, workload.origin === 'published' ? 'published' : '']
      .filter(Boolean)
      .join(', '),
    href: hrefOf(workload.slug),
    versions: versionsText(versions),
    /** Numbers in digits. */
    runs: row.runs,
    tests: row.tests,
    latest: dayText(row.latestRunAt),
    /** Open records, those that are sure and those that are only possible apart; empty where there are none. */
    records: openCounts(row),
    recordsHref: listHref({ server, product }),
  };
}

function openCounts(row: Omit<MeasuredHere, 'workload' | 'product' | 'versions'>): OpenCount[] {
  const { stopped, slower, possiblySlower, faster, possiblyFaster } = row;
  const counts = [
    { count: stopped, words: 'stopped working', isWorse: true, isPossible: false },
    { count: slower, words: 'slower', isWorse: true, isPossible: false },
    { count: possiblySlower, words: 'likely slower', isWorse: true, isPossible: true },
    { count: faster, words: 'faster', isWorse: false, isPossible: false },
    { count: possiblyFaster, words: 'likely faster', isWorse: false, isPossible: true },
  ];
  return counts.flatMap(({ count, words, ...look }) =>
    count > 0 ? [{ text: `${groupDigits(count)} ${words}`, ...look }] : [],
  );
}

/** `5.6.51 to 9.5.0, 9 versions` */
function versionsText(versions: readonly string[]): string {
  const [first = '', ...others] = versions;
  const last = others.at(-1);
  if (last === undefined) return first;
  if (versions.length === 2) return `${first}, ${last}`;
  return `${first} to ${last}, ${countText(versions.length, 'version')}`;
}

/** The head of the page of a server. */
export function serverHead({ server, runs, products, firstRunAt, latestRunAt }: ServerPage) {
  const own = serverClass(server);
  const span =
    firstRunAt === null || latestRunAt === null
      ? ''
      : `first ${dayText(firstRunAt)}, newest ${dayText(latestRunAt)}`;
  return {
    title: server.name,
    /** `48-core`; empty where the cores are unknown or are the name. */
    cores: own === server.name ? '' : own,
    slug: server.slug,
    meta: [
      runs === 0
        ? 'Nothing was measured here yet.'
        : `${countText(runs, 'run')} of ${joinNames(products.map(productName))}`,
      span,
    ].filter(Boolean),
  };
}

type Field = keyof MergeableWorkload['fields'];

/** A row of the two workloads side by side. */
type SideBySide = ReturnType<typeof reads>;

const FIELDS: readonly Field[] = ['tables', 'rowsPerTable', 'clients', 'primaryKey', 'cached', 'label'];

/** Workloads by name: where only one is named, or none, the choice is left to the reader. */
export function chooseWorkloads(
  workloads: readonly MergeableWorkload[],
  { keep, merge }: Pick<WorkloadMergeState, 'keep' | 'merge'>,
) {
  const find = (slug: string) => workloads.find(({ workload }) => workload.slug === slug) ?? null;
  return { keep: find(keep), merge: find(merge) };
}

/**
 * Fields of both, and what shows whether the data was cached.
 *
 * @param read of both
 */
export function workloadsSideBySide(
  keep: MergeableWorkload,
  merge: MergeableWorkload,
  read: readonly WorkloadReads[],
): SideBySide[] {
  const fields = FIELDS.map((field) => {
    const differs = keep.fields[field] !== merge.fields[field];
    const kept = fieldText(field, keep.fields[field]);
    return {
      key: field,
      label: FIELD_LABELS[field],
      keep: kept,
      merge: fieldText(field, merge.fields[field]),
      merged: differs ? `${kept}${keep.fields[field] === null ? ' (not said)' : ''} for all` : 'same',
      differs,
    };
  });
  return [...fields, ...products(keep, merge), reads(readsOf(read, keep), readsOf(read, merge))];
}

function products(keep: MergeableWorkload, merge: MergeableWorkload): SideBySide[] {
  const [own, other] = [keep.products.join(', '), merge.products.join(', ')];
  const row = { key: 'products', label: 'Products', keep: own, merge: other };
  return [{ ...row, merged: own === other ? 'same' : 'side by side in one heatmap', differs: false }];
}

/** As in an explanation: fewer reads per operation are none. */
const CACHED_READS = 0.02;

function readsOf(read: readonly WorkloadReads[], { workload }: MergeableWorkload): number | null {
  return read.find((each) => each.workload === workload.slug)?.readsPerOp ?? null;
}

function reads(keep: number | null, merge: number | null) {
  const text = (value: number | null) =>
    value === null ? 'not recorded' : Number(value.toPrecision(2)).toString();
  const known = [keep, merge].filter((value) => value !== null);
  const row = { key: 'reads', label: 'r/o, median', keep: text(keep), merge: text(merge) };
  if (known.length < 2) return { ...row, merged: 'whether both were cached is not known', differs: false };
  const cached = known.filter((value) => value < CACHED_READS).length;
  if (cached === 2) return { ...row, merged: 'both read next to nothing: both were cached', differs: false };
  if (cached === 1)
    return { ...row, merged: 'one was cached and the other was not: they are two suites', differs: true };
  return { ...row, merged: 'both read from storage', differs: false };
}

/** A workload in one line of a select: what it is, and how many runs it has. */
export function workloadChoice({ workload, runs }: MergeableWorkload): string {
  return `${[workload.label, ...workload.details].join(', ')} (${countText(runs, 'run')})`;
}

/** Benchmarks of which a server has more than one workload: some may be one suite. */
export function mergeableGroups(workloads: readonly MergeableWorkload[]): MergeableWorkload[][] {
  const groups = groupBy(workloads, ({ workload }) => workload.benchmark);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** What is merged into a server: a name of another server, or one that only uploads carry. */
export const serverMergeUrl = urlCodec({ from: text() });
export type ServerMergeState = StateOf<typeof serverMergeUrl>;

/** Which of two workloads of a server is kept, and whether they are merged on all servers. */
export const workloadMergeUrl = urlCodec({
  keep: text(),
  merge: text(),
  on: oneOf('', 'all'),
});
export type WorkloadMergeState = StateOf<typeof workloadMergeUrl>;

export function serverMergeHref(server: string): string {
  return `${serverHref(server)}/merge`;
}

export function workloadMergeHref(server: string): string {
  return `${serverHref(server)}/merge-workloads`;
}
