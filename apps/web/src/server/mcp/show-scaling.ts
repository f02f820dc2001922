import { clientsUrl, REPORTS, reportDocument, reportHref } from '@basecase/views/benchmarks';
import { documentText } from '@basecase/views/document';
import { serverCaller } from '../root';
import { type Asking, noPlace, placesOf } from './measured';

export interface ScalingAsked {
  server: string;
  product?: string | undefined;
  test?: string | undefined;
}

/** A client sweep of a server: its sentence and the peaks, contention and coherency of each version. */
export async function showScaling({ baseUrl }: Asking, asked: ScalingAsked): Promise<string> {
  const [place] = await placesOf(asked);
  if (!place) return noPlace(asked);
  const { product = '', test = '' } = asked;
  const state = { ...clientsUrl.defaults, server: place.server.slug, product, test };
  const report = await REPORTS.clients.load(serverCaller().benchmarks, state);
  if (!report?.model || report.page.heatmap.server !== place.server.slug) {
    return `No workload on ${place.server.name} was measured at several client counts.`;
  }
  const document = reportDocument({ ...report, model: report.model });
  const tables = document.tables.filter(({ id }) => id.startsWith('scaling'));
  const address = baseUrl + (test === '' ? report.path : reportHref('/clients', { ...state, test }));
  return `${documentText({ ...document, tables }, 'md')}\n${address}`;
}
