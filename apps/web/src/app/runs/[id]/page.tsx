import '../../../ui/exclusions/exclusions.css';
import '../../../ui/styles/lists.css';
import '../../../features/runs/runs.css';
import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { RunScreen } from '../../../features/runs/run-screen';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ id: string }>;
}

/** Once for the title and the page. */
const loadRun = cache(async (id: string) => {
  try {
    return await serverCaller().runs.get({ id });
  } catch (error) {
    // An id that is too long to be one is an input error, and names nothing either.
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { product, version, server } = await loadRun((await params).id);
  return { title: `${product} ${version} on ${server.name}` };
}

export default async function RunPage({ params }: Props) {
  const [run, { role }] = await Promise.all([
    loadRun((await params).id),
    serverCaller(await headers()).tokens.access(),
  ]);
  return (
    <>
      <TopBar current="runs" />
      <RunScreen run={run} canMark={role === 'admin'} />
    </>
  );
}
