import { hasFrozenRuns } from '@basecase/db/permalinks/frozen-runs';
import { compareUrl } from '@basecase/views/compare';
import { liveText } from '@basecase/views/document';
import { heatmapLink, linkMeta } from '@basecase/views/link';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { FrozenNote } from '../../../features/share/frozen-note';
import { CompareIsland } from '../../../islands/compare';
import { database } from '../../../server/database';
import { laterData } from '../../../server/pages/later-data';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import {
  loadDisclosure,
  loadFrozen,
  loadFrozenDocument,
  loadSince,
} from '../../../server/permalinks/load-frozen';
import { findFrozenRecord } from '../../../server/regressions/find-record';
import { DisclosureCard } from '../../../ui/disclosure/disclosure-card';
import { LinkCard } from '../../../ui/link/link-card';
import { TopBar } from '../../../ui/page/top-bar';
import { FrozenReport } from '../../report/frozen-report';
import { FrozenDocumentPage, frozenDocumentMetadata } from './frozen-document';
import { FrozenRecord, frozenRecordMetadata } from './frozen-record';
import '../../../features/share/share.css';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<SearchParams>;
}

/** The frozen view with what the address changes of it: another base or metric over the same numbers. */
async function load({ params, searchParams }: Props) {
  const frozen = await loadFrozen((await params).slug);
  return frozen && { frozen, state: compareUrl.parse(queryPairs(await searchParams), frozen.state) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await load(props);
  if (!found) {
    const { slug } = await props.params;
    const document = await loadFrozenDocument(slug);
    if (document) return frozenDocumentMetadata(document);
    const record = await findFrozenRecord(slug);
    return record ? frozenRecordMetadata(record) : { title: 'No such permalink' };
  }
  const { frozen, state } = found;
  const path = `/p/${frozen.slug}`;
  const query = compareUrl.query(state, frozen.state);
  return socialMetadata({
    origin: await pageOrigin(),
    ...linkMeta(heatmapLink(frozen.data, state)),
    path: path + query,
    image: `${path}/opengraph-image${query}`,
  });
}

export default async function PermalinkPage(props: Props) {
  const found = await load(props);
  if (!found) {
    const { slug } = await props.params;
    const [document, disclosure] = await Promise.all([loadFrozenDocument(slug), loadDisclosure(slug)]);
    const record = document ? null : await findFrozenRecord(slug);
    if (!document && !record) notFound();
    return (
      <>
        {document ? <FrozenDocumentPage frozen={document} /> : null}
        {record ? <FrozenRecord frozen={record} /> : null}
        <DisclosureCard disclosure={disclosure} className="page" />
      </>
    );
  }
  const { frozen, state } = found;
  const { slug, data, livePath, createdAt, author, parserVersions } = frozen;
  const path = `/p/${slug}`;
  const exportPath = `/api/v1/permalinks/${slug}`;
  const [{ status, corrections }, hasRuns, disclosure] = await Promise.all([
    loadSince(slug),
    hasFrozenRuns(database(), slug),
    loadDisclosure(slug),
  ]);
  const note = { createdAt, parserVersions, status, corrections, livePath };
  const share = {
    exportPath,
    imagePath: `${path}/opengraph-image`,
    slug,
    title: frozen.title,
    rows: data.rows.length,
  };
  return (
    <>
      <TopBar current={null} />
      <LinkCard
        card={heatmapLink(data, state)}
        frozen={{ createdAt, author }}
        live={status ? liveText(status) : null}
      />
      {frozen.kind === 'report' ? (
        <FrozenReport
          frozen={frozen}
          disclosure={disclosure}
          state={state}
          note={<FrozenNote {...note} />}
          exports={{ exportPath, query: compareUrl.query(state, frozen.state), hasRuns }}
          share={share}
        />
      ) : (
        <>
          <CompareIsland
            data={data}
            later={laterData(data, `${path}/data`)}
            choices={[]}
            initialState={state}
            initialDetails={frozen.details}
            frozen={{ path, exportPath, defaults: frozen.state, note, hasRuns }}
            share={share}
          />
          <DisclosureCard disclosure={disclosure} className="page" />
        </>
      )}
    </>
  );
}
