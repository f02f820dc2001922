import type { RunPage } from '@basecase/db/types';
import { noiseHref } from '@basecase/views/noise';
import { badMarkTexts } from '@basecase/views/runs';
import { restore } from '../../server/actions/exclusions';
import { BadRunForm } from '../../ui/exclusions/exclusion-form';
import { RowAction } from '../../ui/form/row-action';

/** What stands before everything else on the page of a run that counts for nothing. */
export function BadMark({ run, canMark }: { run: RunPage; canMark: boolean }) {
  if (run.bad === null) return null;
  const { strong, rest } = badMarkTexts(run.bad);
  const { server, workload } = run;
  return (
    <div className="warn-note is-error bad-mark">
      <p>
        <strong>{strong}</strong>
        {rest} <a href={noiseHref({ server: server.slug, workload: workload.slug })}>All exclusions here</a>
      </p>
      {canMark ? (
        <RowAction id={run.bad.id} action={restore} label="Undo" spokenLabel={`Undo: ${run.bad.reason}`} />
      ) : null}
    </div>
  );
}

/** Opens by itself, without scripts too. */
export function MarkBad({ run }: { run: Pick<RunPage, 'id' | 'label'> }) {
  return (
    <details className="menu mark-bad">
      <summary className="button">Mark as bad …</summary>
      <div className="popover">
        <BadRunForm run={run} />
      </div>
    </details>
  );
}
