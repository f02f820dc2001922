import '../../ui/styles/lists.css';
import '../../features/tokens/tokens-page.css';
import { linesOfServer } from '@basecase/views/lines';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { LinesScreen } from '../../features/lines/lines-screen';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Config lines' };

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LinesPage({ searchParams }: PageProps) {
  const caller = serverCaller(await headers());
  const { server } = await searchParams;
  const [view, { role }] = await Promise.all([caller.lines.list(), caller.tokens.access()]);
  // Judging takes time: only where something is pending.
  const previews = view.pending > 0 ? await caller.lines.preview() : [];
  return (
    <>
      <TopBar current={null} />
      <LinesScreen
        view={linesOfServer(view, server)}
        previews={previews}
        canDecide={role === 'admin' || role === 'upload'}
      />
    </>
  );
}
