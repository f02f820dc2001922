import { orNotFound } from '../../../server/or-not-found';
import '../../../ui/exclusions/exclusions.css';
import '../../../ui/corrections/corrections-history.css';
import '../../../ui/styles/lists.css';
import '../../../features/runs/runs.css';
import { openingOf } from '@basecase/views/compare';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { RunScreen } from '../../../features/runs/run-screen';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ id: string }>;
}

/** Once for the title and the page. */
const loadRun = cache((id: string) => orNotFound(serverCaller().runs.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { product, version, server } = await loadRun((await params).id);
  return { title: `${product} ${version} on ${server.name}` };
}

export default async function RunPage({ params }: Props) {
  const { id } = await params;
  const caller = serverCaller(await headers());
  const [run, disclosure, corrections, heatmaps, { role }] = await Promise.all([
    loadRun(id),
    orNotFound(caller.runs.disclosure({ id })),
    orNotFound(caller.corrections.list({ run: id })),
    caller.compare.choices(),
    caller.tokens.access(),
  ]);
  return (
    <>
      <TopBar current="runs" />
      <RunScreen
        run={run}
        disclosure={disclosure}
        canMark={role === 'admin'}
        corrections={corrections}
        opening={openingOf(heatmaps)}
      />
    </>
  );
}
