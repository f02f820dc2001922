import { chosenState, overviewLines, seriesHref, seriesView, toOverviewData } from '@basecase/views/series';
import { NoSeries } from '../../features/series/no-series';
import { SeriesScreen } from '../../features/series/series-screen';
import { ShareView } from '../../features/share/share-view';
import { PlainPage } from '../../islands/plain-page';
import { SeriesOverviewIsland } from '../../islands/series-overview';
import { serverCaller } from '../../server/root';
import { viewPage } from '../view-page';
import '../../features/share/share.css';
import '../../ui/chart/nights.css';
import '../../features/series/series.css';
import '../../features/series/series-side.css';
import '../../features/series-overview/series-overview.css';
import '../../features/series-overview/series-overview-parts.css';

/** One test night after night; without a test all tests of a line; else what there is instead. */
const { generateMetadata, page } = viewPage({
  view: seriesView,
  load: (state) => seriesView.read(serverCaller().series, state),
  path: '/series',
  title: 'Nights',
  current: 'trends',
  hrefOf: ({ entry, data }, state) =>
    entry && (data || state.test === '') ? seriesHref(chosenState(state, entry)) : null,
  screen: ({ loaded: { entries, entry, overview, data }, state, share }) => {
    if (!entry || !overview || !share) return null;
    const initialState = chosenState(state, entry);
    if (data)
      return <SeriesScreen data={data} initialState={initialState} share={<ShareView {...share} />} />;
    const shown = toOverviewData(overview);
    const lines = overviewLines(entries, shown);
    return <SeriesOverviewIsland data={shown} lines={lines} initialState={initialState} share={share} />;
  },
  empty: (loaded, notes) => (
    <>
      {notes}
      <main id="main">
        <PlainPage />
        <NoSeries loaded={loaded} />
      </main>
    </>
  ),
});

export { generateMetadata };
export default page;
