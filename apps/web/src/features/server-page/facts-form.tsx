'use client';

import type { ServerPage } from '@basecase/db/types';
import type { ServerKind } from '@basecase/ingest/model';
import { factFields, KIND_LABELS } from '@basecase/views/server-page';
import { useActionState, useId } from 'react';
import { saveFacts, saveKind } from '../../server/actions/servers';
import { FormError } from '../../ui/form/form-error';

/** Says what a server is. Opens by itself, and works without scripts. */
export function FactsForm({ page: { server, facts, seen } }: { page: ServerPage }) {
  const [result, action, isPending] = useActionState(saveFacts, { error: null });
  const id = useId();
  return (
    <details className="edit-facts" open={result.error !== null || undefined}>
      <summary>Change facts …</summary>
      {/* A new key after saving: the fields show the saved values. */}
      <form key={seen} id="change-facts" className="pile" action={action}>
        <input type="hidden" name="server" value={server.slug} />
        <input type="hidden" name="seen" value={seen} />
        <p className="mid">Clear a field to use the value read from logs again.</p>
        <div className="form">
          {factFields(facts).map(({ name, label, said, placeholder, isNumber }) => (
            <div key={name} className="contents">
              <label htmlFor={`${id}-${name}`}>{label}</label>
              <input
                id={`${id}-${name}`}
                name={name}
                className="field"
                defaultValue={said}
                placeholder={placeholder}
                maxLength={200}
                autoComplete="off"
                inputMode={isNumber ? 'numeric' : undefined}
              />
            </div>
          ))}
          <label htmlFor={`${id}-reason`}>Reason</label>
          <input
            id={`${id}-reason`}
            name="reason"
            className="field"
            placeholder="optional, kept in the history"
            maxLength={1000}
            autoComplete="off"
          />
        </div>
        <div className="save cluster">
          <button type="submit" className="button primary" disabled={isPending}>
            Save facts
          </button>
          <span className="mid">Every change stays in the history, and can be undone.</span>
        </div>
        <FormError error={result.error} />
      </form>
    </details>
  );
}

interface Props {
  server: string;
  kind: ServerKind | null;
  seen: string;
}

/** Whether others use the machine: one click sets the kind, in the name of the visitor. */
export function KindSwitch({ server, kind, seen }: Props) {
  const [result, action, isPending] = useActionState(saveKind, { error: null });
  return (
    <form action={action}>
      <input type="hidden" name="server" value={server} />
      <input type="hidden" name="seen" value={seen} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
      <div className="segments kinds-of-server" role="group" aria-label="Kind of server">
        {KIND_LABELS.map(({ kind: one, label, meaning }) => (
          <button
            key={one}
            type="submit"
            name="kind"
            value={one}
            aria-pressed={one === kind}
            disabled={isPending}
            title={meaning}
          >
            {label}
          </button>
        ))}
      </div>
      <FormError error={result.error} />
    </form>
  );
}
