import type { CorrectionPreview, ServerPage } from '@basecase/db/types';
import { type ServerMergeState, serverMergeHref } from '@basecase/views/server-page';
import { countText } from '@basecase/views/text';
import { serverHref } from '@basecase/views/url';
import { mergeServer } from '../../../server/actions/merges';
import { FormError } from '../../../ui/form/form-error';
import { Section } from '../../../ui/page/section';
import { ActionForm } from '../action-form';
import { ChangesList } from '../changes-list';
import { MayNotMerge, ServerFactsTable } from './side-by-side-table';

interface Props {
  page: ServerPage;
  /** The server that is merged away; null for a name that has none. */
  away: ServerPage | null;
  state: ServerMergeState;
  canMerge: boolean;
  /** Null while no name is chosen, or it can't be merged. */
  preview: CorrectionPreview | null;
  error: string | null;
}

/** Merging two servers, with a preview. Works without scripts. */
export function MergeServersScreen({ page, away, state, canMerge, preview, error }: Props) {
  const { server, others } = page;
  return (
    <main id="main" className="page correct-page merge-page">
      <div className="page-head">
        <div>
          <h1>
            Merge into <a href={serverHref(server.slug)}>{server.name}</a>
          </h1>
          <p>
            Runs that carry the other name count here, those of later uploads too. Each run keeps what it was
            read as.
          </p>
        </div>
        <div className="actions">
          <a className="button" href={serverHref(server.slug)}>
            Cancel
          </a>
        </div>
      </div>
      <div className="correct-cols">
        <Section title="What is merged" id="which">
          <form className="inset merge-choice cluster" action={serverMergeHref(server.slug)}>
            <label htmlFor="from">A server, or a name that uploads carry</label>
            <input
              id="from"
              name="from"
              className="field"
              list="other-servers"
              defaultValue={state.from}
              placeholder={`${server.name}-old`}
              maxLength={100}
              required
              autoComplete="off"
            />
            <datalist id="other-servers">
              {others.map(({ slug, name }) => (
                <option key={slug} value={name} />
              ))}
            </datalist>
            <button type="submit" className="button">
              Show what changes
            </button>
          </form>
          {away ? <ServerFactsTable keep={page} merge={away} /> : null}
        </Section>
        <Section title="What changes" id="what-changes" className="what-changes">
          {canMerge ? null : <MayNotMerge />}
          <FormError error={error} className="inset form-error" />
          {preview === null && error === null && canMerge ? (
            <p className="inset mid">Choose a server or a name to see what would change.</p>
          ) : null}
          {preview ? <Preview preview={preview} from={state.from} /> : null}
          {preview ? (
            <ActionForm
              action={mergeServer}
              button={
                preview.runs.length === 0
                  ? `Add the name ${state.from}`
                  : `Merge ${countText(preview.runs.length, 'run')}`
              }
              hint="It can be undone at any time: each run remembers where it came from."
              reason=""
              values={{ from: state.from, into: server.slug, revision: preview.revision }}
            />
          ) : null}
        </Section>
      </div>
    </main>
  );
}

function Preview({ preview, from }: { preview: CorrectionPreview; from: string }) {
  if (preview.runs.length > 0) return <ChangesList preview={preview} />;
  return (
    <p className="inset mid">
      No run carries the name “{from}” yet. Uploads that do will come to this server.
    </p>
  );
}
