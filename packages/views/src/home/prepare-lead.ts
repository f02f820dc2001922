import { countText } from '../text/count-text';
import { fullServerName } from '../text/server-name';
import type { PlacedLine, ProductLines } from './product-lines';

export interface Lead {
  strong: string;
  rest: string;
}

/** The releases with most slower tests: more names would be a list. */
const MOST = 2;

/** `Newest releases: 1 test slower, none faster, 77 of 92 too noisy to tell. PostgreSQL 18.1 on 48-core: 1 of 6.` */
export function prepareLead(products: readonly ProductLines[]): Lead {
  const compared = products.flatMap(({ lines }) => lines.filter(({ line }) => line.newest !== null));
  if (compared.length === 0) {
    return {
      strong: 'No product has two releases with one config and build on one server,',
      rest: ' so nothing can be compared yet.',
    };
  }
  const slower = sum(compared, ({ slower: { sure } }) => sure);
  const faster = sum(compared, ({ faster: { sure } }) => sure);
  const [unclear, tests] = [sum(compared, (each) => each.unclear), sum(compared, (each) => each.tests)];
  return {
    strong: `Newest releases: ${slower === 0 ? 'no test' : countText(slower, 'test')} slower`,
    rest: `, ${faster || 'none'} faster${unclear > 0 ? `, ${unclear} of ${tests} too noisy to tell` : ''}.${mostSlower(compared)}`,
  };
}

function mostSlower(compared: readonly PlacedLine[]): string {
  const most = compared
    .filter(({ line }) => (line.newest?.slower.sure ?? 0) > 0)
    .toSorted((a, b) => (b.line.newest?.slower.sure ?? 0) - (a.line.newest?.slower.sure ?? 0))
    .slice(0, MOST)
    .map(
      ({ server, line: { product, versions, newest } }) =>
        `${product} ${versions.at(-1)} on ${fullServerName(server)}: ${newest?.slower.sure} of ${newest?.tests}`,
    );
  return most.length === 0 ? '' : ` ${most.join('; ')}.`;
}

function sum(
  lines: readonly PlacedLine[],
  of: (newest: NonNullable<PlacedLine['line']['newest']>) => number,
): number {
  return lines.reduce((total, { line }) => total + (line.newest ? of(line.newest) : 0), 0);
}
