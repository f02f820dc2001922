import '../../ui/styles/lists.css';
import '../../features/tokens/tokens-page.css';
import '../../features/webhooks/webhooks.css';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import { messageRows, webhookRows, webhooksUrl } from '@basecase/views/webhooks';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { type WebhooksModel, WebhooksScreen } from '../../features/webhooks/webhooks-screen';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Webhooks', robots: { index: false } };

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { webhook } = webhooksUrl.parse(queryPairs(await searchParams));
  const model = await loadModel(webhook);
  return (
    <>
      <TopBar current={null} />
      <WebhooksScreen {...model} />
    </>
  );
}

async function loadModel(chosen: string): Promise<WebhooksModel> {
  const caller = serverCaller(await headers());
  const { role } = await caller.tokens.access();
  if (role !== 'admin') return { rows: null, choices: { servers: [], products: [] }, messages: null };
  const [webhooks, { servers, products }] = await Promise.all([caller.webhooks.list(), caller.runs.facets()]);
  const choices = { servers, products };
  const rows = webhookRows(webhooks, chosen);
  // One that was removed meanwhile has no messages.
  const row = rows.find(({ isChosen }) => isChosen);
  if (!row) return { rows, choices, messages: null };
  const deliveries = await caller.webhooks.deliveries({ id: row.id });
  return { rows, choices, messages: { url: row.url, rows: messageRows(deliveries) } };
}
