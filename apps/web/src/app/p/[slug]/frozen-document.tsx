import '../../../features/benchmarks/benchmarks.css';
import '../../../features/share/share-document.css';
import '../../../ui/chart/nights.css';
import { documentRows } from '@basecase/views/document';
import type { FrozenDocument } from '@basecase/views/share';
import type { Metadata } from 'next';
import { DocumentScreen } from '../../../features/share/document/document-screen';
import { FrozenNote } from '../../../features/share/frozen-note';
import { Share } from '../../../features/share/share';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import { loadSince } from '../../../server/permalinks/load-since';
import { TopBar } from '../../../ui/page/top-bar';

export async function frozenDocumentMetadata({ slug, title, document }: FrozenDocument): Promise<Metadata> {
  const { strong, rest } = document.sentence;
  const path = `/p/${slug}`;
  return socialMetadata({
    origin: await pageOrigin(),
    title,
    description: strong + rest,
    path,
    image: `${path}/opengraph-image`,
  });
}

/** Servers side by side, a trend or the report of a benchmark as it was frozen. */
export async function FrozenDocumentPage({ frozen }: { frozen: FrozenDocument }) {
  const { slug, title, document, livePath, createdAt, parserVersions } = frozen;
  const { status, corrections } = await loadSince(slug);
  return (
    <>
      <TopBar current={null} />
      <DocumentScreen
        document={document}
        note={<FrozenNote {...{ createdAt, parserVersions, status, corrections, livePath }} />}
        share={
          <Share
            exportPath={`/api/v1/permalinks/${slug}`}
            imagePath={`/p/${slug}/opengraph-image`}
            slug={slug}
            title={title}
            rows={documentRows(document)}
          />
        }
      />
    </>
  );
}
