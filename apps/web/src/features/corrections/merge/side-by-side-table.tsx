import type { MergeableWorkload, ServerPage, WorkloadReads } from '@basecase/db/types';
import { factsSideBySide, workloadsSideBySide } from '@basecase/views/server-page';
import { countText } from '@basecase/views/text';
import { ColumnTable } from '../../../ui/table/column-table';

interface Props {
  keep: MergeableWorkload;
  merge: MergeableWorkload;
  reads: readonly WorkloadReads[];
}

/** The fields of two workloads side by side; differences are marked, also without colour. */
export function SideBySideTable({ keep, merge, reads }: Props) {
  return (
    <ColumnTable
      label="Fields of both workloads"
      className="data-table side-by-side"
      rows={workloadsSideBySide(keep, merge, reads)}
      rowClass={({ differs }) => (differs ? 'differs' : undefined)}
      columns={[
        { head: 'Field', kind: 'name', text: 'label' },
        {
          head: <Head text="Keep" runs={keep.runs} />,
          cell: ({ differs, keep: own }) => strong(own, differs),
        },
        {
          head: <Head text="Merge into it" runs={merge.runs} />,
          cell: ({ differs, merge: other }) => strong(other, differs),
        },
        { head: 'Then', className: ({ differs }) => (differs ? undefined : 'dim'), text: 'merged' },
      ]}
    />
  );
}

function Head({ text, runs }: { text: string; runs: number }) {
  return (
    <>
      {text} <span className="dim">{countText(runs, 'run')}</span>
    </>
  );
}

function strong(text: string, differs: boolean) {
  return differs ? <strong>{text}</strong> : text;
}

/** The facts of two servers side by side; differences suggest two machines. */
export function ServerFactsTable({ keep, merge }: { keep: ServerPage; merge: ServerPage }) {
  const rows = factsSideBySide(keep.facts, merge.facts);
  return (
    <>
      <ColumnTable
        label="Facts of both servers"
        className="data-table side-by-side"
        rows={rows}
        rowClass={({ differs }) => (differs ? 'differs' : undefined)}
        columns={[
          { head: 'Fact', kind: 'name', text: 'label' },
          { head: keep.server.name, cell: ({ differs, keep: own }) => strong(own, differs) },
          { head: merge.server.name, cell: ({ differs, merge: other }) => strong(other, differs) },
        ]}
      />
      {rows.some(({ differs }) => differs) ? (
        <p className="warn-note">Marked facts differ: merge the servers only if they are one machine.</p>
      ) : null}
    </>
  );
}

/** Shown to visitors without the right to merge. */
export function MayNotMerge() {
  return (
    <p className="inset mid">
      Merging needs the role upload or admin: <a href="/sign-in">sign in</a>, or use a token.
    </p>
  );
}
