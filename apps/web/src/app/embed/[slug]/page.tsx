import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { parseCompareState } from '../../../features/compare/compare-search-params';
import { serializeCompareState } from '../../../features/compare/compare-state';
import { prepareTableCard } from '../../../features/compare/prepare-card';
import { FrozenTable } from '../../../features/share/frozen-table';
import { dateText } from '../../../features/share/prepare-frozen-note';
import { queryPairs, type SearchParams } from '../../../lib/query-pairs';
import { loadFrozen } from '../../../server/permalinks/load-frozen';
import '../../../styles/share.css';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const frozen = await loadFrozen((await params).slug);
  // The permalink is what should be found, not its copies in other pages.
  return { title: frozen?.title ?? 'No such permalink', robots: { index: false } };
}

/** A frozen table for an iframe of another page. Framing is allowed for this route only (see proxy.ts). */
export default async function EmbedPage({ params, searchParams }: Props) {
  const frozen = await loadFrozen((await params).slug);
  if (!frozen) notFound();
  const state = parseCompareState(queryPairs(await searchParams), frozen.state);
  return (
    <FrozenTable
      card={prepareTableCard(frozen.data, state)}
      href={`/p/${frozen.slug}${serializeCompareState(state, frozen.state)}`}
      frozenOn={dateText(frozen.createdAt)}
    />
  );
}
