import type { Fact } from '../../model/details';
import { toSeconds } from '../../parsers/micro-benchmark/units';
import type { CorpusRow } from '../corpus';
import type { CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['google-benchmark'],
  answers(row, file) {
    const groups = groupsOf(file);
    return {
      benchmarks: groups.length,
      ...Object.fromEntries(groups.map(([key, facts]) => [key, answerOf(key, facts, { row, file })])),
    };
  },
};

/** The facts of each row, by the key that the index has: `BM_Two`, `BM_Two #2`. */
function groupsOf({ details }: CorpusFile): [string, Fact[]][] {
  const groups = new Map<string, Fact[]>();
  for (const fact of details?.facts ?? []) {
    if (fact.group === null || fact.group === 'context') continue;
    const key = fact.group.replace(/ repeat (\d+)$/, ' #$1');
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return [...groups];
}

/** The index writes numbers as Python does, so they are compared as numbers: `10000.0` is 10000. */
function answerOf(key: string, facts: Fact[], { row, file }: { row: CorpusRow; file: CorpusFile }): string {
  const of = (name: string) => facts.find((fact) => fact.name === name);
  const values = ['real_time', 'cpu_time', 'iterations'].map((name) => of(name)?.number ?? null);
  const unit = of('time_unit')?.value ?? 'ns';
  const expected = row.expected.get(key) ?? '';
  const [, ...printed] = /^real (\S+) cpu (\S+) (?:ns|us|ms|s) it (\S+)$/.exec(expected) ?? [];
  const isSame =
    printed.length === values.length &&
    expected.includes(` ${unit} `) &&
    values.every((value, index) => value === (printed[index] === 'None' ? null : Number(printed[index])));
  if (isSame && isMeasured(of('real_time'), unit, file)) return expected;
  return `real ${values[0]} cpu ${values[1]} ${unit} it ${values[2]}`;
}

/** True where the results have this time, or the row is an aggregate, which is none. */
function isMeasured(time: Fact | undefined, unit: string, { runs, details }: CorpusFile): boolean {
  const isAggregate = details?.facts.some(
    ({ group, name, value }) => group === time?.group && name === 'run_type' && value === 'aggregate',
  );
  if (!time || isAggregate) return true;
  const seconds = toSeconds(time.number ?? Number.NaN, unit);
  return runs.some(({ results }) =>
    results.some(({ measurements }) =>
      measurements.some(
        ({ metric, value, line }) => metric === 'time_per_op' && line === time.line && value === seconds,
      ),
    ),
  );
}
