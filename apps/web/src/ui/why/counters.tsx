import { artifactHref } from '@basecase/views/url';
import { type CounterRow, type CountersModel, countersModel } from '@basecase/views/why';
import { api } from '../api/api';
import { ColumnTable } from '../table/column-table';
import { type PairNames, type PairProps, PairSection } from './pair-section';

/** The server's counters per operation, base and new side by side, the largest change first. */
export function Counters({ query, names }: PairProps) {
  return (
    <PairSection
      title="Counters per operation"
      hint={({ says }) => says}
      wait={<p className="mid">Reading the dumps of the server …</p>}
      failure="The counters could not be read"
      query={query}
      ask={(cell, signal) => api.compare.counters.query(cell, { signal })}
      prepare={(answer) => countersModel(answer, names)}
    >
      {(model: CountersModel) => <Table model={model} names={names} />}
    </PairSection>
  );
}

function Table({ model, names }: { model: CountersModel; names: PairNames }) {
  const { sentence, rows, rest, notes, files } = model;
  return (
    <>
      {sentence ? <p className="why-says">{sentence}</p> : null}
      <Rows label="Counters that moved most" rows={rows} model={model} names={names} />
      {rest.length > 0 ? (
        <details className="why-more">
          <summary className="button">Show all {rows.length + rest.length}</summary>
          <Rows label="All other counters" rows={rest} model={model} names={names} />
        </details>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="mid">
          {note}
        </p>
      ))}
      <details className="why-more">
        <summary className="button">Files, {files.length}</summary>
        <ul className="files">
          {files.map(({ artifactId, file }) => (
            <li key={artifactId}>
              <a className="mono" href={artifactHref(artifactId)}>
                {file}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface RowsProps {
  label: string;
  rows: readonly CounterRow[];
  model: CountersModel;
  names: PairNames;
}

function Rows({ label, rows, model, names }: RowsProps) {
  const { low, high } = model.scale;
  const scale = (
    <span className="counter-scale" aria-hidden="true">
      <span>{low}</span>
      <span>1</span>
      <span>{high}</span>
    </span>
  );
  return (
    <ColumnTable
      label={label}
      className="data-table counters"
      rows={rows}
      columns={[
        {
          head: 'Counter, per operation',
          kind: 'name',
          cell: ({ name, words, view }) => (
            <>
              <span className="mono">{breakable(name)}</span> <span className="dim">{words}</span>{' '}
              <span className="counter-view dim">{view}</span>
            </>
          ),
        },
        { head: names.base, kind: 'number', text: 'base' },
        { head: names.own, kind: 'number', text: 'own' },
        { head: 'Ratio', kind: 'number', cell: ({ ratio }) => <b>{ratio}</b> },
        {
          head: (
            <>
              {scale}
              <span className="sr-only">Ratio as a bar</span>
            </>
          ),
          headClass: 'counter-bar',
          className: 'counter-bar',
          cell: ({ bar }) =>
            bar ? (
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <line x1="50" x2="50" y1="0" y2="10" className="one" />
                <rect
                  x={bar.left}
                  width={bar.width}
                  y="1"
                  height="8"
                  className={bar.isCut ? 'cut' : undefined}
                />
              </svg>
            ) : null,
        },
      ]}
    />
  );
}

/** A long name may break after an underscore, and nowhere else. */
function breakable(name: string) {
  return name.split(/(?<=_)/).flatMap((part, index) => [
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name do not move.
    <wbr key={index} />,
    part,
  ]);
}
