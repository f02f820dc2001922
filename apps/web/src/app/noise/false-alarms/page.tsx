import '../../../ui/styles/lists.css';
import { falseAlarmsModel } from '@basecase/views/noise';
import type { Metadata } from 'next';
import { FalseAlarmsScreen } from '../../../features/noise/false-alarms-screen';
import { PlainPage } from '../../../islands/plain-page';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';

export const metadata: Metadata = { title: 'False alarms' };

// What is flagged changes with every ingest: never prerendered.
export const dynamic = 'force-dynamic';

export default async function FalseAlarmsPage() {
  const servers = await serverCaller().noise.flags();
  return (
    <>
      <PlainPage />
      <TopBar current={null} />
      <FalseAlarmsScreen model={falseAlarmsModel(servers)} />
    </>
  );
}
