import { countText } from '../text/count-text';
import { joinNames } from '../text/join-names';
import { fullServerName } from '../text/server-name';
import type { PlacedLine, ProductLines } from './product-lines';

export interface Lead {
  strong: string;
  rest: string;
}

/** Where most is slower: more names would be a list. */
const MOST = 2;

/** What the newest releases of all products on all servers say, in a sentence or three. */
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
  const names = new Set(compared.map(({ line }) => line.product));
  const where = names.size === 1 ? [...names].join() : countText(names.size, 'product');
  const isAre = slower === 1 ? 'test is' : 'tests are';
  return {
    strong:
      slower === 0
        ? 'No test is slower in the newest releases'
        : `${countText(slower, 'test').replace(/ tests?$/, '')} ${isAre} slower in the newest releases`,
    rest: ` of ${where} than in the release before, ${faster} ${faster === 1 ? 'is' : 'are'} faster.${mostSlower(compared)}${
      unclear > 0 ? ` Unclear: ${unclear} of ${tests}.` : ''
    }`,
  };
}

function mostSlower(compared: readonly PlacedLine[]): string {
  const most = compared
    .filter(({ line }) => (line.newest?.slower.sure ?? 0) > 0)
    .toSorted((a, b) => (b.line.newest?.slower.sure ?? 0) - (a.line.newest?.slower.sure ?? 0))
    .slice(0, MOST)
    .map(
      ({ server, line: { product, versions, newest } }) =>
        `${product} ${versions.at(-1)} on ${fullServerName(server)}, ${newest?.slower.sure} of ${newest?.tests}`,
    );
  return most.length === 0 ? '' : ` Most in ${joinNames(most)}.`;
}

function sum(
  lines: readonly PlacedLine[],
  of: (newest: NonNullable<PlacedLine['line']['newest']>) => number,
): number {
  return lines.reduce((total, { line }) => total + (line.newest ? of(line.newest) : 0), 0);
}
