import type { IntakeModel } from '@basecase/views/uploads';
import { ColumnTable } from '../../../ui/table/column-table';

interface Props {
  model: IntakeModel;
  onDiscard: (id: string) => void;
}

/** One row per experiment, under its upload where there are several. */
export function IntakeTable({ model, onDiscard }: Props) {
  const { uploads } = model;
  return (
    <ColumnTable
      label={`Runs found in ${model.title}`}
      boxClassName="preview-runs"
      bodies={uploads.map(({ id, filename, sha256, holds, runs }) => ({
        key: id,
        label: uploads.length > 1 && (
          <span className="intake-upload">
            <span className="mono" title={`sha256 ${sha256}`}>
              {filename}
            </span>
            <span className="dim">{holds}</span>
            <button type="button" className="button quiet" onClick={() => onDiscard(id)}>
              Leave out<span className="sr-only"> {filename}</span>
            </button>
          </span>
        ),
        rows: runs,
      }))}
      columns={[
        { head: 'File', kind: 'name', className: 'mono', title: 'label', text: 'path' },
        { head: 'Product', text: 'product' },
        { head: 'Version', text: 'version' },
        { head: 'Config', className: 'mono', text: ({ config }) => config || '–' },
        { head: 'Workload', text: 'workload' },
        { head: 'Clients', kind: 'number', text: ({ clients }) => clients ?? '–' },
        { head: 'Test', text: 'tests' },
        { head: 'Repeats', kind: 'number', text: ({ repeats }) => repeats ?? '–' },
        { head: 'Results', text: 'results' },
        { head: 'Remark', className: 'mid', text: ({ remark }) => remark || '–' },
      ]}
    />
  );
}
