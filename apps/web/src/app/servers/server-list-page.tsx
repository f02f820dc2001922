import '../../ui/styles/lists.css';
import '../../features/servers/server-list.css';
import { serverList } from '@basecase/views/servers';
import type { AddressProblem } from '@basecase/views/url';
import { ServerListScreen } from '../../features/servers/server-list-screen';
import { PlainPage } from '../../islands/plain-page';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { EmptyState } from '../../ui/page/empty-state';
import { TopBar } from '../../ui/page/top-bar';

/** What `/servers` shows where its query asks for nothing that there is. */
export async function ServerListPage({ problems }: { problems: readonly AddressProblem[] }) {
  const servers = await serverCaller().home.servers();
  return (
    <>
      <PlainPage />
      <TopBar current="servers" />
      <AddressNotes problems={problems} href="/servers" />
      {servers.length === 0 ? (
        <main id="main">
          <EmptyState />
        </main>
      ) : (
        <ServerListScreen list={serverList(servers)} />
      )}
    </>
  );
}
