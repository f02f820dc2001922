import type { CompareColumn } from '@basecase/db/types';

/** A release and the one before it, as indexes of columns. */
export interface ReleasePair {
  newer: number;
  older: number;
}

/**
 * The newest release of each product and the release before it. Of several configs the pair with the same config
 * wins, else the first config of each release: then it is not only the release that differs, and the page says so.
 *
 * @param columns in product and release order
 */
export function newestPairs(columns: readonly CompareColumn[]): ReleasePair[] {
  return productsOf(columns).flatMap((indexes) => pairsOfProduct(columns, indexes).slice(-1));
}

/** Every release of each product with the one before it, oldest first. */
export function allPairs(columns: readonly CompareColumn[]): ReleasePair[] {
  return productsOf(columns).flatMap((indexes) => pairsOfProduct(columns, indexes));
}

function productsOf(columns: readonly CompareColumn[]): number[][] {
  const byProduct = new Map<string, number[]>();
  for (const [index, { product }] of columns.entries()) {
    byProduct.set(product, [...(byProduct.get(product) ?? []), index]);
  }
  return [...byProduct.values()];
}

function pairsOfProduct(columns: readonly CompareColumn[], indexes: number[]): ReleasePair[] {
  const releases = new Map<string, number[]>();
  for (const index of indexes) {
    const version = columns[index]?.version ?? '';
    releases.set(version, [...(releases.get(version) ?? []), index]);
  }
  const ordered = [...releases.values()];
  return ordered.slice(1).flatMap((newer, position) => {
    const older = ordered[position] ?? [];
    const config = (index: number) => columns[index]?.config;
    const alike = newer.flatMap((index) => {
      const match = older.find((other) => config(other) === config(index));
      return match === undefined ? [] : [{ newer: index, older: match }];
    });
    const [first, second] = [newer[0], older[0]];
    if (alike[0]) return [alike[0]];
    return first === undefined || second === undefined ? [] : [{ newer: first, older: second }];
  });
}
