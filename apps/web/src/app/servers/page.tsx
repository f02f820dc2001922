import { serversHref, serversView, toInitialPayload } from '@basecase/views/servers';
import { ServersIsland } from '../../islands/servers';
import { serverCaller } from '../../server/root';
import { nothingFound, viewPage } from '../view-page';
import { ServerListPage } from './server-list-page';
import '../../features/share/share.css';
import '../../features/servers/servers.css';
import '../../features/servers/servers-narrow.css';

const { generateMetadata, page } = viewPage({
  view: serversView,
  load: (state) => serversView.read(serverCaller().servers, state),
  path: '/servers',
  title: 'Servers',
  current: 'servers',
  hrefOf: ({ page }, state) => page && serversHref(state),
  // Nothing is asked for: which servers there are, and what can be put side by side.
  start: (problems) => <ServerListPage problems={problems} />,
  screen: ({ loaded: { page }, state, share }) =>
    page &&
    share && (
      <ServersIsland
        data={toInitialPayload(page.data, state)}
        menu={page.menu}
        keys={page.keys}
        initialState={state}
        share={share}
      />
    ),
  empty: nothingFound('/servers'),
});

export { generateMetadata };
export default page;
