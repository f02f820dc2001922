import '../../../ui/table/confounders.css';
import '../../../ui/styles/lists.css';
import '../../../ui/markdown/markdown.css';
import '../../../features/regressions/record.css';
import '../../../features/regressions/night-record.css';
import '../../../ui/chart/nights.css';
import '../../../features/share/share.css';
import { cardIssue, linkMeta, newIssueHref, recordLink } from '@basecase/views/link';
import { describeRecord, eventHref, suspectLines } from '@basecase/views/regressions';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { env } from '../../../env';
import { RecordScreen } from '../../../features/regressions/record/record-screen';
import { ShareRecord } from '../../../features/share/share-view';
import { orNull } from '../../../server/or-null';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import { findRecord } from '../../../server/regressions/find-record';
import { serverCaller } from '../../../server/root';
import { LinkCard } from '../../../ui/link/link-card';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const record = await findRecord((await params).slug);
  if (!record) return { title: 'No such record' };
  return socialMetadata({
    origin: await pageOrigin(),
    ...linkMeta(recordLink(record)),
    path: `/r/${record.slug}`,
    image: `/r/${record.slug}/opengraph-image`,
  });
}

export default async function RecordPage({ params }: Props) {
  const { slug } = await params;
  const [record, event, { role }, origin] = await Promise.all([
    findRecord(slug),
    orNull(serverCaller().events.ofRecord({ slug })),
    serverCaller(await headers()).tokens.access(),
    pageOrigin(),
  ]);
  if (!record) notFound();
  const card = recordLink(record);
  const repository = env().BASECASE_ISSUES_URL;
  const url = `${new URL(`/r/${record.slug}`, origin)}`;
  const suspects = suspectLines(record.nights?.suspects ?? null);
  return (
    <>
      <TopBar current="regressions" />
      <LinkCard card={card} frozen={null} />
      <RecordScreen
        page={record}
        canTriage={role !== null}
        share={
          <>
            {event === null ? null : (
              <a className="button" href={eventHref(event)}>
                All tests of this event
              </a>
            )}
            {repository && record.bugUrl === null ? (
              <a
                className="button"
                rel="noopener noreferrer"
                href={newIssueHref(repository, cardIssue(card, { url, suspects }))}
              >
                New issue
              </a>
            ) : null}
            <ShareRecord
              path={`/r/${record.slug}`}
              slug={null}
              title={describeRecord(record).title}
              runsPath={`/api/v1/regressions/${record.slug}/results`}
              rows={record.series?.sameNight.length ?? record.neighbours.length}
            />
          </>
        }
      />
    </>
  );
}
