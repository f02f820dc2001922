import '../../../ui/styles/lists.css';
import '../../../features/regressions/regressions.css';
import '../../../features/regressions/events.css';
import { cardIssue, eventLink, linkChartSvg, linkMeta, newIssueHref } from '@basecase/views/link';
import { eventHref, eventPageModel, suspectLines } from '@basecase/views/regressions';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { env } from '../../../env';
import { EventScreen } from '../../../features/regressions/event/event-screen';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import { findEvent } from '../../../server/regressions/find-event';
import { serverCaller } from '../../../server/root';
import { LinkCard } from '../../../ui/link/link-card';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ event: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await findEvent((await params).event);
  if (!found) return { title: 'No such event' };
  const path = eventHref(found.event.slug);
  return {
    ...socialMetadata({
      origin: await pageOrigin(),
      ...linkMeta(eventLink(found.event, found.figures)),
      path,
      image: `${path}/opengraph-image`,
    }),
    alternates: { canonical: path },
  };
}

export default async function EventPage({ params }: Props) {
  const [found, { role }, origin] = await Promise.all([
    params.then(({ event }) => findEvent(event)),
    serverCaller(await headers()).tokens.access(),
    pageOrigin(),
  ]);
  if (!found) notFound();
  const { event, figures } = found;
  const card = eventLink(event, figures);
  const url = `${new URL(eventHref(event.slug), origin)}`;
  const repository = env().BASECASE_ISSUES_URL;
  return (
    <>
      <TopBar current="regressions" />
      <LinkCard card={card} frozen={null} />
      <EventScreen
        model={eventPageModel(event, figures)}
        linkText={`${card.sentence} ${url}`}
        chartHref={
          card.chart && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(linkChartSvg(card.chart))}`
        }
        issueHref={
          repository && event.bugUrl === null
            ? newIssueHref(repository, cardIssue(card, { url, suspects: suspectLines(figures.suspects) }))
            : null
        }
        canTriage={role !== null}
      />
    </>
  );
}
