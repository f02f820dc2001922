import {
  type BandedSelection,
  type HeatmapData,
  type HeatmapSelection,
  metricLabel,
  reportedNote,
  unitsNotes,
} from '@basecase/views/compare';
import { TryAgain } from '../../ui/page/try-again';

interface Props {
  selection: BandedSelection;
  /** Set when only the metric that the page came with was loaded. */
  problem: { retry: () => void } | null;
}

/** Notes to read before the numbers, one line each. */
export function CompareNotes({ selection, problem }: Props) {
  const { data } = selection;
  return (
    <>
      <PublishedNote data={data} />
      {unitsNotes(data).map(({ name, rest }) => (
        <p className="note" key={name}>
          <strong>{name}</strong> {rest}
        </p>
      ))}
      {selection.bands.map((band) => (
        <ReportedCosts key={band.start} selection={band.selection} />
      ))}
      {problem ? (
        <TryAgain className="note" onRetry={problem.retry}>
          Only {metricLabel(data, selection.metric)} was loaded. The other metrics failed to load.
        </TryAgain>
      ) : null}
    </>
  );
}

/** Says plainly what a table of ratios is. */
function PublishedNote({ data }: { data: HeatmapData }) {
  const published = data.workload.relativeTo;
  if (!published) return null;
  return (
    <p className="note">
      Published as ratios to <strong>{published.base}</strong>; absolute values were not published. Another
      column of this table can become the base: its ratios are then divided by that column's.
    </p>
  );
}

/** Names the costs from a summary table among computed ones, and shows how their cells are marked. */
function ReportedCosts({ selection }: { selection: HeatmapSelection }) {
  const note = reportedNote(selection);
  if (!note) return null;
  return (
    <p className="note reported-costs">
      <strong>{note.what}</strong> {note.rest}
      {note.isMarked ? (
        <>
          {' '}
          Such cells are <span className="reported-sample">underlined</span>.
        </>
      ) : null}
    </p>
  );
}
