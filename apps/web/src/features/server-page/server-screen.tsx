import type { MergeableWorkload, ServerPage } from '@basecase/db/types';
import { serverHead, serverMergeHref } from '@basecase/views/server-page';
import { MetaLine } from '../../ui/page/meta-line';
import { ChangesSection } from './changes-section';
import { FactsSection } from './facts-section';
import { MeasuredSection } from './measured-section';
import { NamesSection } from './names-section';

interface Props {
  page: ServerPage;
  mergeable: readonly MergeableWorkload[];
  /** Visitors who can upload can edit the facts of a server. */
  canEdit: boolean;
}

/** Everything about one server. */
export function ServerScreen({ page, mergeable, canEdit }: Props) {
  const { title, name, slug, meta } = serverHead(page);
  return (
    <main id="main" className="page server-page">
      <div className="page-head">
        <div>
          <h1>
            {title} {name ? <span className="dim">{name}</span> : null}{' '}
            {slug === page.server.name ? null : <span className="dim mono slug">{slug}</span>}
          </h1>
          <MetaLine parts={meta} />
        </div>
        {canEdit ? (
          <div className="actions">
            <a className="button" href="#change-facts">
              Change facts …
            </a>
            <a className="button" href={serverMergeHref(slug)}>
              Merge …
            </a>
          </div>
        ) : null}
      </div>
      <div className="cols server">
        <div className="stack">
          <FactsSection page={page} canEdit={canEdit} />
          <NamesSection page={page} canEdit={canEdit} />
        </div>
        <div className="stack">
          <MeasuredSection page={page} mergeable={canEdit ? mergeable : []} />
        </div>
      </div>
      <ChangesSection page={page} canEdit={canEdit} />
    </main>
  );
}
