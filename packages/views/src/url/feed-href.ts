import { toQuery } from './to-query';

/** The Atom feed: of everything, of one product, or of one server. */
export function feedHref({ product, server }: { product: string; server: string }): string {
  return `/api/v1/regressions.atom${toQuery([
    ['product', product],
    ['server', server],
  ])}`;
}
