import '../../../styles/confounders.css';
import '../../../styles/lists.css';
import '../../../styles/markdown.css';
import '../../../styles/record.css';
import '../../../styles/share.css';
import { describeRecord } from '@basecase/views/regressions';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { TopBar } from '../../../components/top-bar';
import { RecordScreen } from '../../../features/regressions/record/record-screen';
import { ShareRecord } from '../../../features/share/share-record';
import { socialMetadata } from '../../../lib/social-metadata';
import { pageOrigin } from '../../../server/page-origin';
import { findRecord } from '../../../server/regressions/find-record';
import { serverCaller } from '../../../server/root';

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
            rows={record.neighbours.length}
          />
        }
      />
    </>
  );
}
