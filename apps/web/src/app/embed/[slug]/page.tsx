import { compareProblems, compareUrl, tableCard } from '@basecase/views/compare';
import { dateText } from '@basecase/views/document';
import { recordTable } from '@basecase/views/regressions';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocumentEmbed } from '../../../features/share/document/document-screen';
import { FrozenTable } from '../../../features/share/frozen-table';
import { loadFrozen, loadFrozenDocument } from '../../../server/permalinks/load-frozen';
import { otherPicture } from '../../../server/refuse-address';
import { findFrozenRecord } from '../../../server/regressions/find-record';
import '../../../features/benchmarks/benchmarks.css';
import '../../../features/share/share.css';
import '../../../features/share/share-document.css';
import '../../../ui/chart/nights.css';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  const frozen =
    (await loadFrozen(slug)) ?? (await loadFrozenDocument(slug)) ?? (await findFrozenRecord(slug));
  // The permalink is what should be found, not its copies in other pages.
  return { title: frozen?.title ?? 'No such permalink', robots: { index: false } };
}

/** A frozen table for an iframe of another page. Framing is allowed for this route only (see proxy.ts). */
export default async function EmbedPage({ params, searchParams }: Props) {
  const { slug } = await params;
  const frozen = await loadFrozen(slug);
  if (!frozen) return <OtherEmbed slug={slug} />;
  const pairs = queryPairs(await searchParams);
  const { data } = frozen;
  const problems = compareProblems(pairs, { entries: [data], data });
  // Another metric than the one that is asked for would be another table.
  if (otherPicture(problems, pairs).length > 0) notFound();
  const state = compareUrl.parse(pairs, frozen.state);
  return (
    <FrozenTable
      card={tableCard(frozen.data, state)}
      href={`/p/${frozen.slug}${compareUrl.query(state, frozen.state)}`}
      frozenOn={dateText(frozen.createdAt)}
    />
  );
}

/** A view that is frozen as it is read, or the ladder and the group of a regression. */
async function OtherEmbed({ slug }: { slug: string }) {
  const href = `/p/${slug}`;
  const found = await loadFrozenDocument(slug);
  if (found)
    return <DocumentEmbed document={found.document} href={href} frozenOn={dateText(found.createdAt)} />;
  const record = await findFrozenRecord(slug);
  if (!record) notFound();
  return <FrozenTable card={recordTable(record.record)} href={href} frozenOn={dateText(record.createdAt)} />;
}
