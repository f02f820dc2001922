'use client';

import type { ServerKind } from '@basecase/ingest/model';
import { KIND_LABELS } from '@basecase/views/server-page';
import { useActionState } from 'react';
import { saveKind } from '../../server/actions/servers';
import { FormError } from '../../ui/form/form-error';

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
