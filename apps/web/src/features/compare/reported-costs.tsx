import { type HeatmapSelection, prepareReportedNote } from '@basecase/views/compare';

/** Names the costs from a summary table among computed ones, and shows how their cells are marked. */
export function ReportedCosts({ selection }: { selection: HeatmapSelection }) {
  const note = prepareReportedNote(selection);
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
