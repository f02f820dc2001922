import { type Icicle, type IcicleFrame, neighbourFrame } from '@basecase/views/why';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

interface Props {
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
export function IcicleDrawing({ icicle, find, onZoom }: Props) {
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
      <output className="icicle-readout dim" aria-live="polite">
        {current?.description ?? '\u00a0'}
      </output>
    </div>
  );
}
