import { type AddressProblem, knownName, unknownValues } from '../url/address-problem';
import type { LoadedReport } from './report-source';
import { type ReportState, reportUrl } from './report-state';

/**
 * What of the address of a report is not understood: what its form does not offer.
 *
 * @param others parameters that are not of the view: `format`
 */
export function reportProblems(
  query: Iterable<readonly [string, string]>,
  { page, model, views }: Pick<LoadedReport, 'page' | 'model' | 'views'>,
  others: readonly string[] = [],
): AddressProblem[] {
  const pairs = [...query];
  const state = reportUrl.parse(pairs);
  const products = views.flatMap(({ matrix }) => matrix.columns.map(({ product }) => product));
  const offered = new Map(
    page.controls.map(({ name, choices }) => [name, choices.map(({ value }) => value)]),
  );
  if (!offered.has('product')) offered.set('product', products);
  for (const [name, known] of Object.entries(page.understood ?? {}) as [keyof ReportState, string[]][]) {
    offered.set(name, [...(offered.get(name) ?? []), ...known]);
  }
  if (model?.detail)
    offered.set(
      model.detail.parameter ?? 'test',
      model.detail.choices.map(({ key }) => key),
    );
  const problems = reportUrl.problems(pairs, others);
  for (const [name, known] of offered) {
    const given = state[name];
    // What a form sends for "all", and a number that is checked by its form.
    if (typeof given === 'number' || known.length === 0) continue;
    const meant = name === 'product' ? knownName(known, state.product) : given;
    problems.push(
      ...unknownValues(name, typeof meant === 'string' ? [meant] : meant, {
        known,
        what: WORDS[name] ?? name,
        where: ' in this report',
      }),
    );
    // What follows is of another server or workload than was asked for.
    if ((name === 'server' || name === 'workload') && problems.length > 0) break;
  }
  return problems;
}

/** What a parameter is called where its name says too little. */
const WORDS: Partial<Record<string, string>> = {
  base: 'base',
  build: 'build and config',
  sort: 'column',
  clients: 'number of clients',
  versions: 'version',
};
