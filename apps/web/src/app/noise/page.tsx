import { orNotFound } from '../../server/or-not-found';
import '../../ui/exclusions/exclusions.css';
import '../../ui/styles/lists.css';
import '../../features/noise/noise.css';
import { noiseTitle, parseNoiseState } from '@basecase/views/noise';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { AtlasScreen } from '../../features/noise/atlas-screen';
import { NoiseScreen } from '../../features/noise/noise-screen';
import { PlainPage } from '../../islands/plain-page';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

interface Props {
  searchParams: Promise<SearchParams>;
}

/** Once for the title and the page. */
const loadNoise = cache((server: string, workload: string) =>
  orNotFound(serverCaller().noise.get({ server, workload })),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { server, workload } = parseNoiseState(queryPairs(await searchParams));
  return { title: server ? noiseTitle(await loadNoise(server, workload)) : 'Noise' };
}

export default async function NoisePage({ searchParams }: Props) {
  const state = parseNoiseState(queryPairs(await searchParams));
  const { server, workload, q, page: number } = state;
  if (!server) {
    const list = await orNotFound(serverCaller().noise.list({ search: q || undefined, page: number }));
    return (
      <>
        <PlainPage />
        <TopBar current={null} />
        <AtlasScreen list={list} state={state} />
      </>
    );
  }
  const [page, { role }] = await Promise.all([
    loadNoise(server, workload),
    serverCaller(await headers()).tokens.access(),
  ]);
  return (
    <>
      <TopBar current={null} />
      <NoiseScreen page={page} canExclude={role === 'admin'} />
    </>
  );
}
