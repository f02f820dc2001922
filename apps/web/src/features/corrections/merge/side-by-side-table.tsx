import type { MergeableWorkload, WorkloadReads } from '@basecase/db/types';
import { prepareSideBySide } from '@basecase/views/server-page';
import { countText } from '@basecase/views/text';
import { ScrollTable } from '../../../ui/table/scroll-table';

interface Props {
  keep: MergeableWorkload;
  merge: MergeableWorkload;
  reads: readonly WorkloadReads[];
}

/** The fields of two workloads beside each other; those that differ stand out, also without colour. */
export function SideBySideTable({ keep, merge, reads }: Props) {
  return (
    <ScrollTable
      label="Fields of both workloads"
      className="data-table side-by-side"
      head={[
        'Field',
        { label: <Head text="Keep" runs={keep.runs} /> },
        { label: <Head text="Merge into it" runs={merge.runs} /> },
        'Then',
      ]}
    >
      {prepareSideBySide(keep, merge, reads).map(
        ({ key, label, keep: own, merge: other, merged, differs }) => (
          <tr key={key} className={differs ? 'differs' : undefined}>
            <th scope="row">{label}</th>
            <td>{differs ? <strong>{own}</strong> : own}</td>
            <td>{differs ? <strong>{other}</strong> : other}</td>
            <td className={differs ? undefined : 'dim'}>{merged}</td>
          </tr>
        ),
      )}
    </ScrollTable>
  );
}

function Head({ text, runs }: { text: string; runs: number }) {
  return (
    <>
      {text} <span className="dim">{countText(runs, 'run')}</span>
    </>
  );
}
