import { type IntakeModel, pathPieces } from '@basecase/views/uploads';
import { ColumnTable } from '../../../ui/table/column-table';
import { PartButton } from './part-button';

interface Props {
  model: IntakeModel;
  onDiscard: (id: string) => void;
  /** A part of a path, by the pattern that names it and its place in it. */
  onPick: (pattern: string, token: number) => void;
}

/** One row per experiment, under its upload where there are several. */
export function IntakeTable({ model, onDiscard, onPick }: Props) {
  const { uploads } = model;
  return (
    <ColumnTable
      label={`Runs found in ${model.title}`}
      boxClassName="preview-runs"
      bodies={uploads.map(({ id, filename, sha256, holds, runs, pattern }) => ({
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
        rows: runs.map((run) => ({ ...run, pattern })),
      }))}
      columns={[
        {
          head: 'File',
          kind: 'name',
          className: 'mono',
          title: 'label',
          cell: ({ path, parts, pattern }) =>
            pattern === null
              ? path
              : pathPieces(path, parts, pattern).map(({ key, token, ...piece }) =>
                  token === null ? (
                    <span key={key}>{piece.text}</span>
                  ) : (
                    <PartButton key={key} piece={piece} onPick={() => onPick(pattern, token)} />
                  ),
                ),
        },
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
