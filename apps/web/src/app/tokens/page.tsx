import { sessionRows, tokenTable } from '@basecase/views/tokens';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { TokensScreen } from '../../features/tokens/tokens-screen';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';
import '../../features/tokens/tokens-page.css';

export const metadata: Metadata = { title: 'Tokens', robots: { index: false } };

export default async function TokensPage() {
  const caller = serverCaller(await headers());
  const { role, isLocal, name } = await caller.tokens.access();
  const table = role === 'admin' ? tokenTable(await caller.tokens.list()) : null;
  const sessions = role === 'admin' ? sessionRows(await caller.tokens.sessions()) : null;
  return (
    <>
      <TopBar current={null} />
      <TokensScreen {...{ role, isLocal, name, table, sessions }} />
    </>
  );
}
