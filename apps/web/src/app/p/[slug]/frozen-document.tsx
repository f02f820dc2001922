import '../../../features/benchmarks/benchmarks.css';
import '../../../features/share/share-document.css';
import '../../../ui/chart/nights.css';
import { hasFrozenRuns } from '@basecase/db/permalinks/frozen-runs';
import { documentRows, liveText } from '@basecase/views/document';
import { documentLink, linkMeta } from '@basecase/views/link';
import type { FrozenDocument } from '@basecase/views/share';
import type { Metadata } from 'next';
import { DocumentScreen } from '../../../features/share/document/document-screen';
import { ExportMenu } from '../../../features/share/export-menu';
import { FrozenNote } from '../../../features/share/frozen-note';
import { Share } from '../../../features/share/share';
import { database } from '../../../server/database';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import { loadSince } from '../../../server/permalinks/load-frozen';
import { LinkCard } from '../../../ui/link/link-card';
import { TopBar } from '../../../ui/page/top-bar';

export async function frozenDocumentMetadata({
  slug,
  livePath,
  document,
}: FrozenDocument): Promise<Metadata> {
  const path = `/p/${slug}`;
  return socialMetadata({
    origin: await pageOrigin(),
    ...linkMeta(documentLink(document, livePath)),
    path,
    image: `${path}/opengraph-image`,
  });
}

/** Servers side by side, a trend or the report of a benchmark as it was frozen. */
export async function FrozenDocumentPage({ frozen }: { frozen: FrozenDocument }) {
  const { slug, title, document, livePath, createdAt, author, parserVersions } = frozen;
  const exportPath = `/api/v1/permalinks/${slug}`;
  const [{ status, corrections }, hasRuns] = await Promise.all([
    loadSince(slug),
    hasFrozenRuns(database(), slug),
  ]);
  return (
    <>
      <TopBar current={null} />
      <LinkCard
        card={documentLink(document, livePath)}
        frozen={{ createdAt, author }}
        live={status ? liveText(status) : null}
      />
      <DocumentScreen
        document={document}
        note={<FrozenNote {...{ createdAt, parserVersions, status, corrections, livePath }} />}
        share={
          <>
            <ExportMenu exportPath={exportPath} query="" hasRuns={hasRuns} />
            <Share
              exportPath={exportPath}
              imagePath={`/p/${slug}/opengraph-image`}
              slug={slug}
              title={title}
              rows={documentRows(document)}
            />
          </>
        }
      />
    </>
  );
}
