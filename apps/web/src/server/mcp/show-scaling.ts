import { clientsUrl, REPORTS, reportDocument, reportHref } from '@basecase/views/benchmarks';
import { documentText, rowsOf } from '@basecase/views/document';
import { serverCaller } from '../root';
import { type Asking, isSame, noPlace, placesOf } from './measured';

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
  const load = async (key: string) => {
    const state = { ...clientsUrl.defaults, server: place.server.slug, product, test: key };
    const report = await REPORTS.clients.load(serverCaller().benchmarks, state);
    if (!report?.model || report.page.heatmap.server !== place.server.slug) return null;
    const document = reportDocument({ ...report, model: report.model });
    return { document, address: baseUrl + (key === '' ? report.path : reportHref('/clients', state)) };
  };
  const whole = await load('');
  if (!whole) return `No workload on ${place.server.name} was measured at several client counts.`;
  const keys = whole.document.tables.flatMap((table) =>
    table.id === 'tests' ? rowsOf(table).map(({ key }) => key) : [],
  );
  // A workload of one test has no table of tests.
  const own =
    keys.length === 0 ? test : (keys.find((key) => isSame(key, test)) ?? keys.find((key) => isIn(key, test)));
  if (own === undefined)
    return `No test of this workload is called "${test}": ${keys.join(', ')}. ${whole.address}`;
  const { document, address } = (test === '' ? null : await load(own)) ?? whole;
  const tables = document.tables.filter(({ id }) => id.startsWith('scaling'));
  return `${documentText({ ...document, tables }, 'md')}\n${address}`;
}

function isIn(key: string, word: string): boolean {
  return key.toLowerCase().includes(word.toLowerCase());
}
