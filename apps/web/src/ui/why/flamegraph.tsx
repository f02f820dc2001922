import { artifactHref } from '@basecase/views/url';
import { type FlamegraphModel, flamegraphModel, type Icicle, zoomIcicles } from '@basecase/views/why';
import { useState } from 'react';
import { api } from '../api/api';
import { TryAgain } from '../page/try-again';
import { numeric, ScrollTable } from '../table/scroll-table';
import { IcicleDrawing } from './icicle-drawing';
import { type CellQuery, type PairNames, usePair } from './use-pair';

interface Props {
  query: CellQuery;
  names: PairNames;
}

/** Where the CPU time of an operation went, by stack: base and new on one scale, and what changed most. */
export function Flamegraph({ query, names }: Props) {
  const { state, retry } = usePair(query, true, (cell, signal) =>
    api.compare.profile.query(cell, { signal }),
  );
  const model = state.status === 'ready' ? flamegraphModel(state.answer, names) : null;
  return (
    <section aria-busy={state.status === 'loading'}>
      <h3>
        CPU by frame{' '}
        <span className="dim">
          {model && 'unit' in model ? `${model.unit}; both on one scale, callers above` : ''}
        </span>
      </h3>
      {state.status === 'loading' ? <p className="mid">Reading the flame graphs …</p> : null}
      {state.status === 'failed' ? (
        <TryAgain onRetry={retry}>The flame graphs could not be read: {state.message}</TryAgain>
      ) : null}
      {model && 'missing' in model ? <p className="mid">{model.missing}</p> : null}
      {model && 'icicles' in model ? <Icicles model={model} names={names} /> : null}
    </section>
  );
}

const SIDES = ['both', 'base', 'own'] as const;

function Icicles({ model, names }: { model: FlamegraphModel; names: PairNames }) {
  const [side, setSide] = useState<(typeof SIDES)[number]>('both');
  const [find, setFind] = useState('');
  const [zoom, setZoom] = useState<string | null>(null);
  const isPair = model.icicles.length > 1;
  const shown = zoomIcicles(model.icicles, zoom).filter((each) => side === 'both' || each.side === side);
  return (
    <>
      <p className="why-says">{model.sentence}</p>
      <div className="icicle-bar">
        {isPair ? (
          <fieldset className="segments">
            <legend className="sr-only">Shown</legend>
            {SIDES.map((each) => (
              <button key={each} type="button" aria-pressed={side === each} onClick={() => setSide(each)}>
                {each === 'both' ? 'Both' : names[each]}
              </button>
            ))}
          </fieldset>
        ) : null}
        <label>
          <span className="sr-only">Find a frame</span>
          <input
            type="search"
            className="field"
            placeholder="Find a frame"
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
        </label>
        {zoom === null ? (
          <span className="dim">Enter or a click zooms in</span>
        ) : (
          <button type="button" className="button" onClick={() => setZoom(null)}>
            Zoom out
          </button>
        )}
      </div>
      {shown.map((icicle: Icicle) => (
        <IcicleDrawing key={icicle.side} icicle={icicle} find={find} onZoom={setZoom} />
      ))}
      <Changed model={model} names={names} />
      {model.notes.map((note) => (
        <p key={note} className="mid">
          {note}
        </p>
      ))}
      <ul className="files">
        {model.files.map(({ artifactId, file }) => (
          <li key={artifactId}>
            <a className="mono" href={artifactHref(artifactId)}>
              {file}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Changed({ model, names }: { model: FlamegraphModel; names: PairNames }) {
  if (model.changed.length === 0) return null;
  return (
    <ScrollTable
      label="Frames that changed most themselves"
      head={['Changed most, itself', numeric(names.base), numeric(names.own), numeric(model.unit)]}
    >
      {model.changed.map(({ name, base, own, change, emphasis }) => (
        <tr key={name}>
          <th scope="row" className="frame-name">
            <span className="mono">{name}</span>
          </th>
          <td className="num">{base}</td>
          <td className="num">{own}</td>
          <td className="num">
            <b className={emphasis}>{change}</b>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
