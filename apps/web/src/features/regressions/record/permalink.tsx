'use client';

import { useActionState } from 'react';
import { type FreezeResult, freeze } from '../../../server/actions/regressions';
import { FormError } from '../../../ui/form/form-error';
import { CopyButton } from '../../../ui/page/copy-button';
import { Section } from '../../../ui/page/section';
import { useReadingClosed } from '../../../ui/page/use-reading-closed';

const NOTHING: FreezeResult = { slug: null, error: null };

/** Freezes the numbers of this page under a link that keeps showing them. */
export function Permalink({ path, canCreate }: { path: string; canCreate: boolean }) {
  const isClosed = useReadingClosed();
  const [result, action, isPending] = useActionState(freeze, NOTHING);
  return (
    <Section title="Permalink">
      <div className="inset permalink">
        {result.slug === null ? (
          <form action={action}>
            <p className="mid">
              Freezes these numbers with their parser and rule versions, whatever is uploaded later. This page
              follows the data.
            </p>
            <input type="hidden" name="path" value={path} />
            {isClosed ? (
              <p>
                <label>
                  <input type="checkbox" name="public" value="1" /> Anyone with the link can open it
                </label>
              </p>
            ) : null}
            <button type="submit" className="button" disabled={isPending || !canCreate}>
              Create permalink
            </button>
            {canCreate ? null : (
              <span className="dim">
                {' '}
                It needs a <a href="/tokens">token</a>.
              </span>
            )}
          </form>
        ) : (
          <>
            <p>
              <a className="mono anywhere" href={`/p/${result.slug}`}>
                /p/{result.slug}
              </a>
            </p>
            <CopyButton text={absolute(`/p/${result.slug}`)} label="Copy permalink" />
          </>
        )}
        <FormError error={result.error} />
      </div>
    </Section>
  );
}

/** The server does not know the origin, so there is nothing to copy. */
function absolute(path: string): string {
  return typeof window === 'undefined' ? path : window.location.origin + path;
}
