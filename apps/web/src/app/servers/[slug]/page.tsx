import '../../../ui/styles/lists.css';
import '../../../features/server-page/server-page.css';
import { serverHref } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { ServerScreen } from '../../../features/server-page/server-screen';
import { orNotFound } from '../../../server/or-not-found';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';
import { type ServerParams, slugOf } from '../slug-of';

/** Once for the title and the page. */
const loadServer = cache((slug: string) => orNotFound(serverCaller().serverPage.get({ server: slug })));

export async function generateMetadata(props: ServerParams): Promise<Metadata> {
  const { server } = await loadServer(await slugOf(props));
  return { title: server.name };
}

/** A server; a name that was merged away leads to the one that it was merged into. */
export default async function ServerPage(props: ServerParams) {
  const slug = await slugOf(props);
  const caller = serverCaller(await headers());
  const [page, { role }, mergeable] = await Promise.all([
    loadServer(slug),
    caller.tokens.access(),
    orNotFound(caller.serverPage.mergeable({ server: slug })),
  ]);
  if (page.server.slug !== slug) redirect(serverHref(page.server.slug));
  return (
    <>
      <TopBar current="servers" />
      <ServerScreen page={page} mergeable={mergeable} canEdit={role !== null} />
    </>
  );
}
