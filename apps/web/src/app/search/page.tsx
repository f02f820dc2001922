import '../../ui/styles/lists.css';
import { searchUrl } from '@basecase/views/search';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { SearchScreen } from '../../features/search/search-screen';
import { PlainPage } from '../../islands/plain-page';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

interface Props {
  searchParams: Promise<SearchParams>;
}

/** Results of each kind; of one kind alone there is room for more. */
const EACH = 8;
const OF_ONE = 50;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { q } = searchUrl.parse(queryPairs(await searchParams));
  return { title: q === '' ? 'Search' : `${q} – Search` };
}

export default async function SearchPage({ searchParams }: Props) {
  const state = searchUrl.parse(queryPairs(await searchParams));
  const model = await serverCaller().search.find({ ...state, limit: state.kind === '' ? EACH : OF_ONE });
  return (
    <>
      <PlainPage />
      <TopBar current={null} />
      <SearchScreen model={model} />
    </>
  );
}
