import { artifactModel, parseArtifactState, unreadArtifact } from '@basecase/views/artifact';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { cache } from 'react';
import { ArtifactScreen } from '../../../features/artifact/artifact-screen';
import { orNotFound } from '../../../server/or-not-found';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';
import '../../../features/artifact/artifact.css';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const artifact = await loadArtifact((await params).id);
  return { title: artifact.path.split('/').at(-1) ?? 'File', robots: { index: false } };
}

export default async function ArtifactPage({ params, searchParams }: Props) {
  const { id } = await params;
  const state = parseArtifactState(queryPairs(await searchParams));
  const artifact = await loadArtifact(id);
  const lines = serverCaller().artifacts.lines({ id, line: state.from ?? state.marked?.line ?? 1 });
  const model = await orNotFound(lines).then(
    (page) => artifactModel(page, state),
    (error: unknown) => {
      // The facts of the file are in the database; its store may recover in a moment.
      if (!(error instanceof TRPCError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
      return unreadArtifact(artifact, error.message);
    },
  );
  return (
    <>
      <TopBar current={null} />
      <ArtifactScreen model={model} line={state.marked?.line ?? null} />
    </>
  );
}

/** Once per request: the title and the page need the same file. */
const loadArtifact = cache((id: string) => orNotFound(serverCaller().artifacts.get({ id })));
