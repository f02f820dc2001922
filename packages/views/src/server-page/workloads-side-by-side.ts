import type { MergeableWorkload, WorkloadReads } from '@basecase/db/types';
import { FIELD_LABELS, fieldText } from '../corrections/correction-state';
import { countText, groupBy } from '../text/words';
import { text } from '../url/fields';
import { serverHref } from '../url/hrefs';
import { type StateOf, urlCodec } from '../url/url-codec';

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
  on: text({ pattern: /^all$/ }),
});
export type WorkloadMergeState = StateOf<typeof workloadMergeUrl>;

export function serverMergeHref(server: string, state: Partial<ServerMergeState> = {}): string {
  return `${serverHref(server)}/merge${serverMergeUrl.query(state)}`;
}

export function workloadMergeHref(server: string, state: Partial<WorkloadMergeState> = {}): string {
  return `${serverHref(server)}/merge-workloads${workloadMergeUrl.query(state)}`;
}
