import '../../ui/styles/lists.css';
import '../../features/agents/agents.css';
import { agentRows, planRows, scheduleRows } from '@basecase/views/agents';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { AgentsScreen } from '../../features/agents/agents-screen';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Agents', robots: { index: false } };

export default async function AgentsPage() {
  const caller = serverCaller(await headers());
  const [{ agents, plans, total, schedules }, { role }] = await Promise.all([
    caller.agents.all(),
    caller.tokens.access(),
  ]);
  return (
    <>
      <TopBar current={null} />
      <AgentsScreen
        agents={agentRows(agents, Date.now())}
        plans={planRows(plans)}
        total={total}
        schedules={scheduleRows(schedules)}
        canWrite={role !== null}
      />
    </>
  );
}
