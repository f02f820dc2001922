import type { TestInfo } from './benchmark-model';

/** Group of tests that no registry knows. */
export const OTHER_GROUP = 'other';

/** Row label of published tables: `read-only_range=100`; without a range just the name. */
export function testLabel(name: string, range: number | null): string {
  return range === null ? name : `${name}_range=${range}`;
}

/** Order of rows: domain order, then name, so that unknown tests have a stable place too. */
export function compareTests(a: TestInfo, b: TestInfo): number {
  return a.position - b.position || (a.name < b.name ? -1 : Number(a.name > b.name));
}
