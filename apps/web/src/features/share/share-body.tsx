'use client';

import { embedCode } from '@basecase/views/url';
import { useState } from 'react';
import { useReadingClosed } from '../../ui/page/use-reading-closed';
import { AudienceSelect } from './audience-select';
import { CopyField } from './copy-field';
import { CopyTable } from './copy-table';
import { PermalinkAudience } from './permalink-audience';
import type { Created } from './share-client';
import type { ShareProps } from './share-props';

interface Props extends ShareProps {
  /** Path, query and origin of the address that is shared. */
  path: string;
  query: string;
  origin: string;
}

/** Everything a view can leave the page as. */
export function ShareBody(props: Props) {
  const { path, query, origin, slug, exportPath, imagePath, title, rows } = props;
  const [created, setCreated] = useState<string | null>(null);
  const isClosed = useReadingClosed();
  const frozen = slug === null ? created : slug;
  // A fresh permalink is this very state; on the page of a permalink the query has the changes made since.
  const tail = slug === null ? '' : query;
  const withQuery = (target: string, more: string) => `${target}${query ? `${query}&` : '?'}${more}`;
  return (
    <>
      <section>
        <h3>Permalink</h3>
        <p className="mid">
          {slug === null
            ? 'Freezes these numbers, whatever is uploaded, read again or deleted later.'
            : 'These numbers are frozen: this address keeps showing them.'}
        </p>
        {frozen === null ? (
          <CreateButton path={path + query} onCreated={setCreated} />
        ) : (
          <>
            <CopyField name="permalink" text={`${origin}/p/${frozen}${tail}`} />
            {isClosed ? <PermalinkAudience slug={frozen} /> : null}
          </>
        )}
      </section>
      {slug === null ? (
        <section>
          <h3>Live address</h3>
          <p className="mid">Always shows the current data.</p>
          <CopyField name="live address" text={origin + path + query} />
        </section>
      ) : null}
      {exportPath ? (
        <section>
          <h3>Copy the table</h3>
          <p className="mid">As shown: columns, filter, order and legend.</p>
          <CopyTable hrefOf={(format) => withQuery(exportPath, `format=${format}`)} />
        </section>
      ) : null}
      <section>
        <h3>Image</h3>
        <div className="copytable">
          <a className="button" href={withQuery(imagePath, 'size=table')} download="basecase.png">
            PNG of the table
          </a>
          <a className="button" href={imagePath + query} download="basecase-card.png">
            PNG card, 1200 × 630
          </a>
        </div>
      </section>
      <section>
        <h3>Embed</h3>
        {frozen === null ? (
          <p className="mid">Only a frozen table can be embedded. Create the permalink first.</p>
        ) : (
          <CopyField
            name="embed code"
            text={embedCode({ origin, path: `/embed/${frozen}${tail}`, title, rows })}
          />
        )}
      </section>
    </>
  );
}

function CreateButton({ path, onCreated }: { path: string; onCreated: (slug: string) => void }) {
  const isClosed = useReadingClosed();
  const [isPublic, setPublic] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Exclude<Created, { slug: string }> | null>(null);
  async function create() {
    setBusy(true);
    setProblem(null);
    try {
      const { createPermalink } = await import('./share-client');
      const created = await createPermalink(path, isPublic);
      if ('slug' in created) onCreated(created.slug);
      else setProblem(created);
    } catch (cause) {
      setProblem({
        message: cause instanceof Error ? cause.message : 'Something went wrong.',
        needsToken: false,
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {isClosed ? <AudienceSelect isPublic={isPublic} onChange={setPublic} /> : null}
      <button type="button" className="button" onClick={create} aria-disabled={isBusy}>
        {isBusy ? 'Freezing …' : 'Create permalink'}
      </button>
      {problem ? (
        <p role="alert">
          {problem.message} {problem.needsToken ? <a href="/tokens">Sign in</a> : null}
        </p>
      ) : null}
    </>
  );
}
