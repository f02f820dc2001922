import { artifactHref } from '@basecase/views/url';
import { type CounterRow, type CountersModel, countersModel } from '@basecase/views/why';
import { api } from '../api/api';
import { TryAgain } from '../page/try-again';
import { numeric, ScrollTable } from '../table/scroll-table';
import { type CellQuery, type PairNames, usePair } from './use-pair';

interface Props {
  query: CellQuery;
  names: PairNames;
}

/** The server's counters per operation, base and new side by side, the largest change first. */
export function Counters({ query, names }: Props) {
  const { state, retry } = usePair(query, true, (cell, signal) =>
    api.compare.counters.query(cell, { signal }),
  );
  const model = state.status === 'ready' ? countersModel(state.answer, names) : null;
  return (
    <section aria-busy={state.status === 'loading'}>
      <h3>
        Counters per operation <span className="dim">{model && 'says' in model ? model.says : ''}</span>
      </h3>
      {state.status === 'loading' ? <p className="mid">Reading the dumps of the server …</p> : null}
      {state.status === 'failed' ? (
        <TryAgain onRetry={retry}>The counters could not be read: {state.message}</TryAgain>
      ) : null}
      {model && 'missing' in model ? <p className="mid">{model.missing}</p> : null}
      {model && 'rows' in model ? <Table model={model} names={names} /> : null}
    </section>
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
    <ScrollTable
      label={label}
      className="data-table counters"
      head={[
        'Counter, per operation',
        numeric(names.base),
        numeric(names.own),
        numeric('Ratio'),
        {
          label: (
            <>
              {scale}
              <span className="sr-only">Ratio as a bar</span>
            </>
          ),
          className: 'counter-bar',
        },
      ]}
    >
      {rows.map(({ key, name, words, view, base, own, ratio, bar }) => (
        <tr key={key}>
          <th scope="row">
            <span className="mono">{breakable(name)}</span> <span className="dim">{words}</span>{' '}
            <span className="counter-view">{view}</span>
          </th>
          <td className="num">{base}</td>
          <td className="num">{own}</td>
          <td className="num">
            <b>{ratio}</b>
          </td>
          <td className="counter-bar">
            {bar ? (
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
            ) : null}
          </td>
        </tr>
      ))}
    </ScrollTable>
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
