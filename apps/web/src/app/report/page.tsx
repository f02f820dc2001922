import { compareHref, compareProblems, compareUrl } from '@basecase/views/compare';
import { toViewReport } from '@basecase/views/report';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportScreen } from '../../features/report/report-screen';
import { PlainPage } from '../../islands/plain-page';
import { ReportIsland } from '../../islands/report';
import { followState } from '../../server/pages/follow-state';
import { loadReportView } from '../../server/pages/load-report';
import { pageOrigin } from '../../server/pages/page-origin';
import { socialMetadata } from '../../server/pages/social-metadata';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { EmptyState } from '../../ui/page/empty-state';
import { TopBar } from '../../ui/page/top-bar';
import { WhatIfForm } from '../../ui/what-if/what-if-section';
import '../../features/share/share.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const found = await loadReportView(queryPairs(await searchParams));
  if (!found) return { title: 'Report' };
  const { title, report } = toViewReport(found);
  const query = compareUrl.query(found.state);
  return socialMetadata({
    origin: await pageOrigin(),
    title: `Report: ${title}`,
    description: report.groups.map(({ label, summary }) => `${label}: ${summary[0]}`).join(' '),
    path: `/report${query}`,
    image: `/compare/image${query}`,
  });
}

export default async function ReportPage({ searchParams }: Props) {
  const query = queryPairs(await searchParams);
  const found = await loadReportView(query);
  if (!found) {
    if (query.length > 0) notFound();
    return (
      <>
        <PlainPage />
        <TopBar current={null} />
        <main id="main">
          <EmptyState />
        </main>
      </>
    );
  }
  const { view, data, state } = found;
  const entries = await serverCaller().compare.heatmaps();
  const asked = await followState(compareUrl.parse(query));
  const { judgedSlug, columns, ...model } = toViewReport(found);
  const { server, workload } = state;
  const disclosure = await serverCaller().compare.disclosure({ server, workload, columns });
  const address = compareUrl.query(state);
  return (
    <>
      <TopBar current={null} />
      <AddressNotes problems={compareProblems(query, { entries, data, asked })} href={`/report${address}`} />
      <ReportScreen
        {...model}
        disclosure={disclosure}
        whatIfForm={
          <WhatIfForm
            action="/report"
            pairs={compareUrl.pairs(state)}
            state={state}
            servers={[view.server.name]}
            tests={view.matrix.rows.map(({ key }) => key)}
          />
        }
        note={
          <p className="mid">
            Built from the data stored now. <a href={`/compare${address}`}>Open the heatmap</a> to choose
            another base or other versions.
          </p>
        }
        hrefOf={(test) => compareHref({ ...state, cell: { test, column: judgedSlug } })}
        actions={
          <ReportIsland
            reportHref={`/api/v1/report${address}`}
            exports={{ exportPath: '/api/v1/compare', query: address }}
            share={{
              exportPath: '/api/v1/compare',
              imagePath: '/compare/image',
              slug: null,
              title: `Report: ${model.title}`,
              rows: view.matrix.rows.length,
            }}
          />
        }
      />
    </>
  );
}
