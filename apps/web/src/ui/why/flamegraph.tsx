import { artifactHref } from '@basecase/views/url';
import {
  type FlamegraphModel,
  flamegraphModel,
  type Icicle,
  type IcicleFrame,
  neighbourFrame,
  zoomIcicles,
} from '@basecase/views/why';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { api } from '../api/api';
import { ColumnTable } from '../table/column-table';
import { type PairNames, type PairProps, PairSection } from './pair-section';

/** Where the CPU time of an operation went, by stack: base and new on one scale, and what changed most. */
export function Flamegraph({ query, names }: PairProps) {
  return (
    <PairSection
      title="CPU by frame"
      hint={({ unit }) => `${unit}; both on one scale, callers above`}
      wait={<p className="mid">Reading the flame graphs …</p>}
      failure="The flame graphs could not be read"
      query={query}
      ask={(cell, signal) => api.compare.profile.query(cell, { signal })}
      prepare={(answer) => flamegraphModel(answer, names)}
    >
      {(model: FlamegraphModel) => <Icicles model={model} names={names} />}
    </PairSection>
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
      <div className="icicle-bar cluster">
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
    <ColumnTable
      label="Frames that changed most themselves"
      rows={model.changed}
      columns={[
        {
          head: 'Changed most, itself',
          kind: 'name',
          className: 'frame-name anywhere',
          cell: ({ name }) => <span className="mono">{name}</span>,
        },
        { head: names.base, kind: 'number', text: 'base' },
        { head: names.own, kind: 'number', text: 'own' },
        {
          head: model.unit,
          kind: 'number',
          cell: ({ change, emphasis }) => <b className={emphasis}>{change}</b>,
        },
      ]}
    />
  );
}

interface IcicleDrawingProps {
  icicle: Icicle;
  /** Frames with this in their name are marked. */
  find: string;
  /** With the path of a frame, or null for all of it. */
  onZoom: (path: string | null) => void;
}

const ARROWS = /^Arrow(?:Up|Down|Left|Right)$/;
/** Percent of the width under which a name has no room. */
const MIN_LABEL = 3;
const ROW_REM = 1.25;

/**
 * One icicle. Everything that it shows was decided in flamegraph-model.ts. It is one stop of the Tab key: most
 * frames are too narrow to be separate targets, so arrow keys move between them, and the line below names the current
 * one.
 */
function IcicleDrawing({ icicle, find, onZoom }: IcicleDrawingProps) {
  const { name, says, frames, rows } = icicle;
  const [path, setPath] = useState<string | null>(null);
  const current = frames.find((frame) => frame.path === path) ?? null;
  const wanted = find.trim().toLowerCase();
  const isFound = (frame: IcicleFrame) => wanted !== '' && frame.name.toLowerCase().includes(wanted);
  const zoomTo = (frame: IcicleFrame | null) => frame && onZoom(frame.row === 0 ? null : frame.path);
  const frameAt = (event: { target: EventTarget }) =>
    frames[Number((event.target as HTMLElement).dataset['frame'])] ?? null;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Backspace') onZoom(null);
    else if (event.key === 'Enter') zoomTo(current);
    else if (ARROWS.test(event.key)) {
      const next = neighbourFrame(frames, path ?? '', event.key);
      if (next) setPath(next.path);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="icicle">
      <p>
        <b>{name}</b> <span className="dim">{says}</span>
        {wanted === '' ? null : <span className="dim">{`, ${frames.filter(isFound).length} found`}</span>}
      </p>
      <div
        className="icicle-frames"
        role="application"
        aria-label={`Frames of ${name}: arrows move, Enter zooms in, Backspace zooms out`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move over its frames.
        tabIndex={0}
        style={{ height: `${rows * ROW_REM}rem` }}
        onKeyDown={onKeyDown}
        onClick={(event) => zoomTo(frameAt(event))}
        onPointerOver={(event: PointerEvent) => setPath(frameAt(event)?.path ?? path)}
      >
        {frames.map((frame, index) => (
          <span
            key={frame.path}
            data-frame={index}
            aria-hidden="true"
            className={[frame.level, isFound(frame) && 'found', frame === current && 'current']
              .filter(Boolean)
              .join(' ')}
            style={{ top: `${frame.row * ROW_REM}rem`, left: `${frame.left}%`, width: `${frame.width}%` }}
          >
            {frame.width < MIN_LABEL ? null : `${frame.name} ${frame.change}`}
          </span>
        ))}
      </div>
      <output className="icicle-readout fine dim anywhere" aria-live="polite">
        {current?.description ?? '\u00a0'}
      </output>
    </div>
  );
}
