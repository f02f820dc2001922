import { formatRatio } from '@basecase/analysis';
import type { FoundCell } from '@basecase/db/types';
import { SHOWN_UNASKED } from '../compare/choose-columns';
import { compareHref } from '../compare/compare-state';
import { fullServerName } from '../text/server-name';
import { namesOf } from './catalog-names';
import { markWords } from './mark-words';
import type { CatalogMatches } from './match-catalog';
import type { SearchResult } from './search-model';

/** Cells as results: each opens the heatmap at the cell, with the release before as the base. */
export function prepareCells(
  { catalog, words }: CatalogMatches,
  cells: readonly FoundCell[],
): SearchResult[] {
  const names = namesOf(catalog);
  return cells.flatMap((cell): SearchResult[] => {
    const [server, workload] = [names.server(cell.server), names.workload(cell.workload)];
    const [test, variant] = [names.test(cell.test), names.variant(cell.variant)];
    if (!server || !workload || !test || !variant) return [];
    const base = cell.base === null ? undefined : names.variant(cell.base);
    const columns = names.heatmap(cell.server, cell.workload)?.variants.length ?? 0;
    const title = [`${test.name}, ${variant.product} ${variant.version}`, variant.flavour, variant.config];
    const detail = [
      fullServerName(server),
      base ? `against ${base.version}` : 'no release before it',
      workload.label,
      ...workload.details,
    ];
    return [
      {
        kind: 'test',
        title: markWords(title.filter(Boolean).join(' '), words),
        aside: test.range === null ? '' : `range=${test.range}`,
        detail: markWords(detail.join(', '), words),
        end: cell.ratio === null ? '' : formatRatio(cell.ratio),
        trend: trendOf(cell.record),
        href: compareHref({
          server: server.slug,
          workload: workload.slug,
          base: base?.slug ?? '',
          // A heatmap of many versions does not show all of them unasked.
          cols: columns > SHOWN_UNASKED ? [...(base ? [base.slug] : []), variant.slug] : [],
          cell: { test: test.key, column: variant.slug },
        }),
      },
    ];
  });
}

function trendOf(record: FoundCell['record']): SearchResult['trend'] {
  if (record === null) return null;
  return record === 'regression' ? 'slower' : 'faster';
}
