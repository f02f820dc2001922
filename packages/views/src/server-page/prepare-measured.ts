import type { MeasuredHere, ServerPage } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { listHref } from '../regressions/regressions-state';
import { countText } from '../text/count-text';
import { groupBy } from '../text/group-by';
import { dayText } from '../text/time-text';

export interface MeasuredRow {
  key: string;
  workload: string;
  details: string;
  href: string;
  versions: string;
  /** Numbers in digits. */
  runs: number;
  tests: number;
  latest: string;
  slower: number;
  faster: number;
  recordsHref: string;
}

export interface MeasuredGroup {
  product: string;
  rows: MeasuredRow[];
}

/** What was measured on a server, by product. */
export function prepareMeasured({ measured, server }: ServerPage): MeasuredGroup[] {
  return [...groupBy(measured, ({ product }) => product)].map(([product, rows]) => ({
    product,
    rows: rows.map((row) => toRow(row, server.slug)),
  }));
}

function toRow({ workload, product, versions, ...row }: MeasuredHere, server: string): MeasuredRow {
  return {
    key: `${product} ${workload.slug}`,
    workload: workload.label,
    details: [...workload.details, workload.origin === 'published' ? 'published' : '']
      .filter(Boolean)
      .join(', '),
    href: compareHref({ server, workload: workload.slug }),
    versions: versionsText(versions),
    runs: row.runs,
    tests: row.tests,
    latest: dayText(row.latestRunAt),
    slower: row.slower,
    faster: row.faster,
    recordsHref: listHref({ server, product }),
  };
}

/** `5.6.51 to 9.5.0, 9 versions` */
function versionsText(versions: readonly string[]): string {
  const [first = '', ...others] = versions;
  const last = others.at(-1);
  if (last === undefined) return first;
  if (versions.length === 2) return `${first}, ${last}`;
  return `${first} to ${last}, ${countText(versions.length, 'version')}`;
}
