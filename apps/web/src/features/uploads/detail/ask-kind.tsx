'use client';

import type { ServerToAsk } from '@basecase/db/types';
import { KIND_DECIDES, KIND_LABELS } from '@basecase/views/server-page';
import { methodHref, serverHref } from '@basecase/views/url';
import { useActionState } from 'react';
import { saveKind } from '../../../server/actions/servers';
import { FormError } from '../../../ui/form/form-error';
import { Section } from '../../../ui/page/section';

/** Asked once of a new server: a click answers, with a script or without, and the question is gone. */
export function AskKind({ server: { slug, name, seen } }: { server: ServerToAsk }) {
  const [result, action, isPending] = useActionState(saveKind, { error: null });
  const id = `kind-of-${slug}`;
  return (
    <Section
      title="Is this machine dedicated?"
      hint={
        <>
          <a href={serverHref(slug)}>{name}</a>: not specified, not visible in logs
        </>
      }
      id={id}
    >
      <form action={action} className="inset ask-kind">
        <input type="hidden" name="server" value={slug} />
        <input type="hidden" name="seen" value={seen} />
        <ul>
          {KIND_LABELS.map(({ kind, answer, meaning }) => (
            <li key={kind}>
              <button
                type="submit"
                name="kind"
                value={kind}
                className="button"
                disabled={isPending}
                aria-describedby={`${id}-${kind}`}
              >
                {answer}
              </button>
              <span id={`${id}-${kind}`} className="mid">
                {meaning}
              </span>
            </li>
          ))}
        </ul>
        <p className="mid">
          {KIND_DECIDES} <a href={methodHref('not-calibrated')}>Why</a>
        </p>
        <FormError error={result.error} />
      </form>
    </Section>
  );
}
