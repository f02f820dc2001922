import { type HeatmapSelection, prepareReportedNote } from '@basecase/views/compare';

/** Says which costs come from a summary table while those beside them were computed, and how its cells are marked. */
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
