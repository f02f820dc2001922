import { type AddressProblem, knownName, unknownValues } from '@basecase/views/url';
import { followState } from './pages/follow-state';
import { serverCaller } from './root';

/**
 * The product and the server that a list is asked for, by the names they have here.
 *
 * @returns the product in the case that is stored, and the server that a merged name belongs to; problems with unknown names
 */
export async function readListNames({
  product = '',
  server = '',
}: {
  product?: string | undefined;
  server?: string | undefined;
}): Promise<{ product: string; server: string; problems: AddressProblem[] }> {
  if (product === '' && server === '') return { product, server, problems: [] };
  // A name from before a merge is still valid: the lists follow it.
  const [entries, followed] = await Promise.all([
    serverCaller().compare.heatmaps(),
    followState({ server: server.toLowerCase(), workload: '' }),
  ]);
  const products = entries.flatMap((entry) => entry.products);
  const named = knownName(products, product);
  return {
    product: named,
    server: followed.server,
    problems: [
      ...unknownValues('product', [named], { known: products }),
      ...unknownValues('server', [followed.server], {
        known: entries.map((entry) => [entry.server.slug, entry.server.name]),
      }),
    ],
  };
}
