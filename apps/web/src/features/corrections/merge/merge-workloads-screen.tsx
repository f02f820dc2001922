import type { CorrectionPreview, MergeableWorkload, ServerView, WorkloadReads } from '@basecase/db/types';
import {
  chooseWorkloads,
  mergeableGroups,
  type WorkloadMergeState,
  workloadChoice,
  workloadMergeHref,
} from '@basecase/views/server-page';
import { countText } from '@basecase/views/text';
import { serverHref } from '@basecase/views/url';
import { mergeWorkload } from '../../../server/actions/merges';
import { FormError } from '../../../ui/form/form-error';
import { Section } from '../../../ui/page/section';
import { ActionForm } from '../action-form';
import { ChangesList } from '../changes-list';
import { MayNotMerge, SideBySideTable } from './side-by-side-table';

interface Props {
  server: ServerView;
  workloads: readonly MergeableWorkload[];
  /** Of the two that are chosen. */
  reads: readonly WorkloadReads[];
  state: WorkloadMergeState;
  canMerge: boolean;
  /** Null while not both are chosen, or they can't be merged. */
  preview: CorrectionPreview | null;
  error: string | null;
}

/** Two workloads that may be one suite: what differs, and what merging them would change. Works without scripts. */
export function MergeWorkloadsScreen({ server, workloads, reads, state, canMerge, preview, error }: Props) {
  const { keep, merge } = chooseWorkloads(workloads, state);
  return (
    <main id="main" className="page correct-page merge-page">
      <div className="page-head">
        <div>
          <h1>
            Merge workloads on <a href={serverHref(server.slug)}>{server.name}</a>
          </h1>
          <p>
            Runs whose workloads differ have separate heatmaps. Merge two workloads that are one suite: their
            runs share one heatmap, also those of later uploads.
          </p>
        </div>
        <div className="actions">
          <a className="button" href={serverHref(server.slug)}>
            Cancel
          </a>
        </div>
      </div>
      <ChoiceForm server={server} workloads={workloads} state={state} />
      {keep && merge ? (
        <div className="correct-cols">
          <Section title="Side by side" hint="what differs is marked" id="side-by-side">
            <SideBySideTable keep={keep} merge={merge} reads={reads} />
          </Section>
          <Section title="What changes" id="what-changes" className="what-changes">
            {canMerge ? null : <MayNotMerge />}
            <FormError error={error} className="inset form-error" />
            {preview ? <ChangesList preview={preview} /> : null}
            {preview ? (
              <ActionForm
                action={mergeWorkload}
                button={`Merge ${countText(preview.runs.length, 'run')}`}
                hint="It can be undone at any time: each run remembers where it came from."
                reason=""
                values={{
                  server: server.slug,
                  from: merge.workload.slug,
                  into: keep.workload.slug,
                  on: state.on,
                  revision: preview.revision,
                }}
              />
            ) : null}
          </Section>
        </div>
      ) : null}
    </main>
  );
}

function ChoiceForm({ server, workloads, state }: Pick<Props, 'server' | 'workloads' | 'state'>) {
  const groups = mergeableGroups(workloads);
  if (groups.length === 0) {
    return (
      <p className="page-section inset mid">
        No benchmark has two workloads on this server: there is nothing to merge.
      </p>
    );
  }
  return (
    <form className="page-section merge-choice inset cluster" action={workloadMergeHref(server.slug)}>
      <WorkloadSelect name="keep" label="Keep" groups={groups} chosen={state.keep} />
      <WorkloadSelect name="merge" label="Merge into it" groups={groups} chosen={state.merge} />
      <label className="check">
        <input type="checkbox" name="on" value="all" defaultChecked={state.on === 'all'} /> on all servers
        that have it
      </label>
      <button type="submit" className="button">
        Show what changes
      </button>
    </form>
  );
}

interface SelectProps {
  name: string;
  label: string;
  groups: readonly (readonly MergeableWorkload[])[];
  chosen: string;
}

function WorkloadSelect({ name, label, groups, chosen }: SelectProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="field" defaultValue={chosen} required>
        <option value="">Choose a workload …</option>
        {groups.map((group) => (
          <optgroup key={group[0]?.workload.benchmark} label={group[0]?.workload.benchmark ?? ''}>
            {group.map((one) => (
              <option key={one.workload.slug} value={one.workload.slug}>
                {workloadChoice(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </>
  );
}
