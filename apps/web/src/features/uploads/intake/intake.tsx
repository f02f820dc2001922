import { MAX_CAMPAIGN, SERVER_KINDS, type ServerKind } from '@basecase/ingest/model';
import { countText } from '@basecase/views/text';
import { type IntakeModel, intakeModel, renameFields, type WaitingUpload } from '@basecase/views/uploads';
import { type FormEvent, Fragment, useId, useState } from 'react';
import { api } from '../../../ui/api/api';
import { changeUpload, type Reading } from '../../../ui/api/change-upload';
import { FormError } from '../../../ui/form/form-error';
import { useAttempt } from '../../../ui/form/use-attempt';
import { DiagnosticsTable } from '../../../ui/table/diagnostics-table';
import { IntakeTable } from './intake-table';
import { Naming } from './naming';
import { PartDialog } from './part-dialog';
import { Patterns } from './patterns';
import { ServerFields } from './server-fields';

interface Props {
  waiting: readonly WaitingUpload[];
  /** Of the same visitor: uploads that can't be added, and uploads that are not read yet. */
  failed?: number;
  moving?: number;
  onChanged: () => void;
}

/** Uploads before they are saved: one table, one server, one campaign, one button. */
export function Intake({ waiting, failed = 0, moving = 0, onChanged }: Props) {
  const id = useId();
  const model = intakeModel(waiting, failed);
  const { busy, error, attempt } = useAttempt();

  async function run(work: () => Promise<unknown>) {
    await attempt(work);
    // Also after an error: another visitor may have confirmed it meanwhile.
    onChanged();
  }

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answers = readConfirmForm(new FormData(event.currentTarget));
    void run(() => addAll(model, answers));
  }

  const discard = (ids: readonly string[]) =>
    run(async () => {
      for (const each of ids) await changeUpload(each, 'cancel');
    });
  const answer = (ids: readonly string[], said: Reading) =>
    run(async () => {
      for (const each of ids) await changeUpload(each, 'reparse', said);
    });
  const [server, setServer] = useState(model.server.suggestion);
  const all = waiting.map((each) => each.id);
  const [picked, setPicked] = useState<{ pattern: string; token: number } | null>(null);
  const open = model.namings.find(({ problem: each }) => each !== '');
  const problem = moving > 0 ? `${countText(moving, 'file')} still being read` : (open?.problem ?? '');
  return (
    <section className="page-section intake" aria-label={`Preview of ${model.title}`}>
      <form onSubmit={confirm}>
        <header>
          <div>
            <h2 className={waiting.length === 1 ? 'mono' : undefined}>{model.title}</h2>
            <p className="mid">
              {model.holds}. {model.sentence} Nothing is saved until you add{' '}
              {model.runs.length === 1 ? 'it' : 'them'}.
            </p>
          </div>
          <div className="actions">
            <span id={`${id}-problem`} className="dim">
              {problem}
            </span>
            <button type="button" className="button quiet" disabled={busy} onClick={() => discard(all)}>
              Discard
            </button>
            <button
              type="submit"
              className="button primary"
              disabled={busy || problem !== ''}
              aria-describedby={`${id}-problem`}
            >
              {model.confirm}
            </button>
          </div>
        </header>
        <FormError error={error} />
        <div className="intake-asks">
          <Asked model={model} onServer={setServer} />
        </div>
        <Patterns
          model={model}
          server={server}
          busy={busy || moving > 0}
          onUse={(layout) => answer(all, { layout })}
        />
        {model.namings.map((naming) => (
          <Naming
            key={naming.uploads.join()}
            model={naming}
            busy={busy || moving > 0}
            onAnswer={(said) => answer(naming.uploads, said)}
            onPick={(token) => setPicked({ pattern: naming.pattern, token })}
          />
        ))}
        <IntakeTable
          model={model}
          onDiscard={(each) => discard([each])}
          onPick={(pattern, token) => setPicked({ pattern, token })}
        />
        <WhatWasRead model={model} />
      </form>
      {picked ? (
        <PartDialog
          {...partOf(model, picked)}
          onClose={() => setPicked(null)}
          onChoose={(field) => {
            const { pattern, token } = picked;
            const naming = model.namings.find((each) => each.pattern === pattern);
            setPicked(null);
            void answer(naming?.uploads ?? [], {
              layout: renameFields(pattern, new Map([[token, field]])),
            });
          }}
        />
      ) : null}
    </section>
  );
}

/** Values of a part in all rows, and its field now. */
function partOf({ uploads, namings }: IntakeModel, { pattern, token }: { pattern: string; token: number }) {
  const naming = namings.find((each) => each.pattern === pattern);
  const runs = uploads.flatMap((upload) => (upload.pattern === pattern ? upload.runs : []));
  const values = runs.flatMap(({ path, parts }) =>
    parts.flatMap((part) => (part.token === token ? [path.slice(part.start, part.end)] : [])),
  );
  const field = naming?.pieces.find((piece) => piece.token === token)?.field ?? '_';
  return { values: [...new Set(values)].filter(Boolean), field };
}

/** Questions with one answer for all uploads of the table. */
function Asked({ model, onServer }: { model: IntakeModel; onServer: (name: string) => void }) {
  const id = useId();
  return (
    <>
      {model.server.isAsked ? (
        <ServerFields question={model.server} known={model.known} onName={onServer} />
      ) : (
        <p>Server: {model.server.names.join(', ')}, as basecase.json says</p>
      )}
      <div className="ask">
        <label htmlFor={`${id}-campaign`}>Campaign</label>
        <input
          id={`${id}-campaign`}
          name="campaign"
          className="field"
          // Known names are offered: another spelling is another campaign.
          list={`${id}-known`}
          maxLength={MAX_CAMPAIGN}
          defaultValue={model.campaign.given}
          placeholder={model.campaign.else}
          autoComplete="off"
          title="Runs that were measured together. Point releases of one campaign show the noise of the server."
        />
        <datalist id={`${id}-known`}>
          {model.knownCampaigns.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
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
        <label htmlFor={`${id}-notes`}>Notes</label>
        <input
          id={`${id}-notes`}
          name="notes"
          className="field"
          maxLength={10000}
          placeholder="for later readers of the runs"
        />
      </div>
    </>
  );
}

/** Answers of a visitor who adds uploads. */
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
    kind: ServerKind;
  } | null;
  settings: Record<string, string>;
}

/** Each upload gets the answers it asked for. */
async function addAll({ uploads }: IntakeModel, { server, newServer, settings }: Confirmation) {
  if (newServer) await api.uploads.addServer.mutate(newServer);
  const { cached: _, ...others } = settings;
  for (const { id, asksServer, asksCached } of uploads) {
    await changeUpload(id, 'confirm', {
      server: asksServer ? server : null,
      settings: asksCached ? settings : others,
    });
  }
}

const GB = 2 ** 30;
const SETTINGS = ['cached', 'campaign', 'notes'] as const;

/** Reads the form of an intake. An empty field leaves its setting as it is. */
export function readConfirmForm(data: FormData): Confirmation {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const number = (name: string) => {
    const value = Number(text(name));
    return text(name) === '' || !Number.isFinite(value) ? null : value;
  };
  const settings: Record<string, string> = Object.fromEntries(
    SETTINGS.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])),
  );
  if (text('asksLayout') !== '' && text('remember') === '') settings['layoutOnce'] = 'true';
  const name = text('server');
  const kind = SERVER_KINDS.find((one) => one === text('kind'));
  if (!kind) return { server: name || null, newServer: null, settings };
  const memory = number('memory');
  const newServer = {
    name,
    cores: number('cores'),
    cpu: text('cpu') || null,
    memoryBytes: memory === null ? null : Math.round(memory * GB),
    storage: text('storage') || null,
    os: text('os') || null,
    kind,
  };
  return { server: name, newServer, settings };
}

/** Diagnostics, files and facts of all uploads of an intake. */
function WhatWasRead({ model }: { model: IntakeModel }) {
  return (
    <details className="found" open={model.uploads.length === 1}>
      <summary>Diagnostics, files and facts</summary>
      <h3>Diagnostics</h3>
      <DiagnosticsTable rows={model.diagnostics} of={model.title} />
      <h3>Files</h3>
      <ul className="kinds">
        {model.files.map(({ key, kind, status, count }) => (
          <li key={key}>
            <b>{count}</b> <span className="mono">{kind}</span> <span className="dim">{status}</span>
          </li>
        ))}
      </ul>
      <h3>Facts</h3>
      <dl className="form facts">
        {model.facts.map(({ label, text }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
