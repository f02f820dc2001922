import '../../../ui/table/confounders.css';
import '../../../ui/styles/lists.css';
import '../../../ui/markdown/markdown.css';
import '../../../features/regressions/record.css';
import '../../../features/regressions/night-record.css';
import '../../../ui/chart/nights.css';
import '../../../features/share/share.css';
import { describeRecord } from '@basecase/views/regressions';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { RecordScreen } from '../../../features/regressions/record/record-screen';
import { ShareRecord } from '../../../features/share/share-view';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import { findRecord } from '../../../server/regressions/find-record';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const record = await findRecord((await params).slug);
  if (!record) return { title: 'No such record' };
  return socialMetadata({
    origin: await pageOrigin(),
    ...describeRecord(record),
    path: `/r/${record.slug}`,
    image: `/r/${record.slug}/opengraph-image`,
  });
}

export default async function RecordPage({ params }: Props) {
  const { slug } = await params;
  const [record, { role }] = await Promise.all([
    findRecord(slug),
    serverCaller(await headers()).tokens.access(),
  ]);
  if (!record) notFound();
  return (
    <>
      <TopBar current="regressions" />
      <RecordScreen
        page={record}
        canTriage={role !== null}
        share={
          <ShareRecord
            path={`/r/${record.slug}`}
            slug={null}
            title={describeRecord(record).title}
            runsPath={`/api/v1/regressions/${record.slug}/results`}
            rows={record.series?.sameNight.length ?? record.neighbours.length}
          />
        }
      />
    </>
  );
}
