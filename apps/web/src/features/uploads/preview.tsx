import type { UploadPreview, UploadView } from '@basecase/db/types';
import { MAX_CAMPAIGN, SERVER_KINDS, type ServerKind } from '@basecase/ingest/model';
import { type CampaignQuestion, type PreviewModel, uploadPreview } from '@basecase/views/uploads';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../ui/api/api';
import { changeUpload } from '../../ui/api/change-upload';
import { FormError } from '../../ui/form/form-error';
import { useAttempt } from '../../ui/form/use-attempt';
import { ColumnTable } from '../../ui/table/column-table';
import { DiagnosticsTable } from '../../ui/table/diagnostics-table';
import { NEW_SERVER, ServerFields } from './server-fields';

interface Props {
  view: UploadView;
  preview: UploadPreview;
  onChanged: () => void;
}

/** The content of an upload before it is saved: the reader names the server and confirms or discards. */
export function Preview({ view, preview, onChanged }: Props) {
  const model = uploadPreview(preview, view.knownServers, view.campaign.said);
  return (
    <section className="page-section preview" aria-label={`Preview of ${view.filename}`}>
      <header>
        <h2>Preview</h2>
        <span className="dim">
          <span className="mono">{view.filename}</span>, sha256{' '}
          <span className="mono" title={view.sha256}>
            {view.sha256.slice(0, 4)}…{view.sha256.slice(-4)}
          </span>
        </span>
      </header>
      <ConfirmForm view={view} model={model} onChanged={onChanged}>
        <div className="found">
          <dl className="totals">
            {model.totals.map(({ value, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <ColumnTable
            label={`Runs found in ${view.filename}`}
            boxClassName="preview-runs"
            rows={model.runs}
            columns={[
              { head: 'Version', kind: 'name', title: 'label', text: 'version' },
              { head: 'Config', className: 'mono', text: ({ config }) => config || '–' },
              { head: 'Workload', text: 'workload' },
              { head: 'Results', text: 'results' },
              { head: 'Remark', className: 'mid', text: ({ remark }) => remark || '–' },
            ]}
          />
          <h3>Diagnostics</h3>
          <DiagnosticsTable rows={model.diagnostics} of={view.filename} />
          <h3>Files</h3>
          <ul className="kinds">
            {model.files.map(({ key, kind, status, count }) => (
              <li key={key}>
                <b>{count}</b> <span className="mono">{kind}</span> <span className="dim">{status}</span>
              </li>
            ))}
          </ul>
        </div>
      </ConfirmForm>
    </section>
  );
}

interface FormProps extends Omit<Props, 'preview'> {
  model: PreviewModel;
  children: React.ReactNode;
}

function ConfirmForm({ view, model, onChanged, children }: FormProps) {
  const id = useId();
  const [server, setServer] = useState(model.server.suggestion);
  const { busy, error, attempt } = useAttempt();

  async function run(work: () => Promise<unknown>) {
    await attempt(work);
    // Also after an error: another visitor may have confirmed it meanwhile.
    onChanged();
  }

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answers = readConfirmForm(new FormData(event.currentTarget));
    void run(async () => {
      if (answers.newServer) await api.uploads.addServer.mutate(answers.newServer);
      await changeUpload(view.id, 'confirm', { server: answers.server, settings: answers.settings });
    });
  }

  return (
    <form onSubmit={confirm}>
      <div className="upload-preview">
        <div className="inset">
          <div className="form">
            {model.server.isAsked ? (
              <ServerFields
                question={model.server}
                known={view.knownServers}
                chosen={server}
                onChoose={setServer}
              />
            ) : null}
            {model.asksCached ? (
              <>
                <label htmlFor={`${id}-cached`}>Data</label>
                <select id={`${id}-cached`} name="cached" className="field" defaultValue="">
                  <option value="">not known</option>
                  <option value="true">cached: fits in memory</option>
                  <option value="false">IO-bound: larger than memory</option>
                </select>
              </>
            ) : null}
            <CampaignField question={model.campaign} known={view.knownCampaigns} />
            <label htmlFor={`${id}-notes`}>Notes</label>
            <input
              id={`${id}-notes`}
              name="notes"
              className="field"
              maxLength={10000}
              placeholder="for later readers of the runs"
            />
          </div>
          <dl className="form facts">
            {model.server.isAsked ? null : (
              <Fact label="Server" text={`${model.server.names.join(', ')}, as basecase.json says`} />
            )}
            {model.facts.map(({ label, text }) => (
              <Fact key={label} label={label} text={text} />
            ))}
          </dl>
        </div>
        {children}
      </div>
      <div className="form-actions cluster">
        <button type="submit" className="button primary" disabled={busy}>
          {model.confirm}
        </button>
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => run(() => changeUpload(view.id, 'cancel'))}
        >
          Discard
        </button>
        <span className="mid">{model.sentence}</span>
        <FormError error={error} />
      </div>
    </form>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  );
}

interface CampaignFieldProps {
  question: CampaignQuestion;
  known: readonly string[];
}

/** The campaign of an upload. Known names are offered: another spelling is another campaign. */
function CampaignField({ question, known }: CampaignFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-campaign`}>Campaign</label>
      <input
        id={`${id}-campaign`}
        name="campaign"
        className="field"
        list={`${id}-known`}
        maxLength={MAX_CAMPAIGN}
        defaultValue={question.given}
        placeholder={question.else}
        autoComplete="off"
        title="Runs that were measured together. Point releases of one campaign show the noise of the server."
      />
      <datalist id={`${id}-known`}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** What the one who confirms an upload says. */
interface Confirmation {
  /** Null: the name in basecase.json. */
  server: string | null;
  /** To be made known first; null for one that is. */
  newServer: {
    name: string;
    cores: number | null;
    cpu: string | null;
    memoryBytes: number | null;
    storage: string | null;
    os: string | null;
    kind: ServerKind | null;
  } | null;
  settings: Record<string, string>;
}

const GB = 2 ** 30;
const SETTINGS = ['cached', 'campaign', 'notes'] as const;

/** Reads the form of a preview. Empty fields say nothing. */
export function readConfirmForm(data: FormData): Confirmation {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const number = (name: string) => {
    const value = Number(text(name));
    return text(name) === '' || !Number.isFinite(value) ? null : value;
  };
  const settings = Object.fromEntries(
    SETTINGS.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])),
  );
  const chosen = text('server');
  if (chosen !== NEW_SERVER) return { server: chosen || null, newServer: null, settings };
  const memory = number('memory');
  const newServer = {
    name: text('name'),
    cores: number('cores'),
    cpu: text('cpu') || null,
    memoryBytes: memory === null ? null : Math.round(memory * GB),
    storage: text('storage') || null,
    os: text('os') || null,
    kind: SERVER_KINDS.find((one) => one === text('kind')) ?? null,
  };
  return { server: newServer.name, newServer, settings };
}
