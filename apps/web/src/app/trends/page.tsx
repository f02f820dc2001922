import { nightsHref, trendsHref, trendsView } from '@basecase/views/trends';
import { TrendsIsland } from '../../islands/trends';
import { serverCaller } from '../../server/root';
import { nothingFound, viewPage } from '../view-page';
import '../../features/share/share.css';
import '../../features/trends/trends.css';

const { generateMetadata, page } = viewPage({
  view: trendsView,
  load: async (state) => {
    const loaded = await trendsView.read(serverCaller().trends, state);
    const lines = loaded.page ? await serverCaller().series.lines() : [];
    return { ...loaded, nightsHref: loaded.page && nightsHref(lines, loaded.page) };
  },
  path: '/trends',
  title: 'Trends',
  current: 'trends',
  hrefOf: ({ page }, state) => page && trendsHref(state),
  screen: ({ loaded: { page, nightsHref }, state, share }) =>
    page &&
    share && (
      <TrendsIsland
        data={page.data}
        menu={page.menu}
        options={page.options}
        test={page.test}
        initialState={state}
        nightsHref={nightsHref}
        share={share}
      />
    ),
  empty: nothingFound('/trends'),
});

export { generateMetadata };
export default page;
