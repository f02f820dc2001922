import type { TrendsModel } from '@basecase/views/trends';
import { trendReadout } from '@basecase/views/trends';
import { emphasisOf } from '@basecase/views/verdict';
import { type Ref, useImperativeHandle, useState } from 'react';
import { Readout } from '../../ui/page/view-frame';

export interface ReadoutHandle {
  point: (at: { line: number; position: number }) => void;
}

/** One line about the point under the pointer or the focus; it keeps the point, so that the chart is not redrawn. */
export function TrendReadout({ model, ref }: { model: TrendsModel; ref: Ref<ReadoutHandle> }) {
  const [at, setAt] = useState<{ line: number; position: number } | null>(null);
  useImperativeHandle(ref, () => ({ point: setAt }), []);
  const readout = at && trendReadout(model, at);
  return (
    <Readout
      className="trend-readout"
      hint="Point at a data point, or use the arrow keys, to see its values here; click it to open its heatmap"
      line={
        readout && (
          <>
            <b>{readout.line}</b>
            <span>
              {model.axis.kind === 'major' ? 'newest of its major: ' : ''}
              {readout.version}
            </span>
            <b
              className={
                emphasisOf(readout.level) && `${emphasisOf(readout.level)} arrow ${readout.direction}`
              }
            >
              {readout.text}
            </b>
            {readout.notes.map((note) => (
              <span key={note} className="dim">
                {note}
              </span>
            ))}
          </>
        )
      }
    />
  );
}
