import type { Fact } from '../../model/details';
import { SETTINGS_GROUP } from '../../parsers/go-bench/family';
import { scale } from '../../parsers/micro-benchmark/units';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['go-test-bench', 'benchstat'],
  answers: (row, file) => (row.tool === 'benchstat' ? {} : ofLog(file)),
  exceptions: [
    {
      match: /\/benchstat\/testdata\/[^/]+\.stdout$/,
      reason: 'tables of benchstat are kept and not read: they are made of logs of go test',
    },
  ],
};

function ofLog(file: CorpusFile): CorpusAnswers {
  const groups = groupsOf(file);
  const answers: Record<string, string | number> = {
    result_lines: groups.length,
    distinct_names: new Set(groups.map(({ name }) => name)).size,
  };
  for (const { name, facts } of groups) {
    const count = facts.find((fact) => fact.name === 'iterations');
    const values = facts.filter((fact) => fact !== count).map(({ value, unit }) => `${value} ${unit}`);
    const wrong = facts.every((fact) => isMeasured(fact, file)) ? '' : ' NOT MEASURED';
    const text = `${name}=${values.join(' ')} n=${count?.value}${wrong}`;
    // The index is split at the first sign of equality, which may be in the name.
    const at = text.indexOf('=');
    let key = text.slice(0, at);
    for (let repeat = 2; Object.hasOwn(answers, key); repeat++) key = `${text.slice(0, at)} #${repeat}`;
    answers[key] = text.slice(at + 1);
  }
  return answers;
}

/** Names as they are printed, with their facts, in the order of the file. */
function groupsOf({ details }: CorpusFile): { name: string; facts: Fact[] }[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of details?.facts ?? []) {
    if (fact.group === null || fact.group === SETTINGS_GROUP) continue;
    groups.set(fact.group, [...(groups.get(fact.group) ?? []), fact]);
  }
  return [...groups].map(([group, facts]) => ({
    name: group.replace(/ repeat \d+$/, '').replace(/^.*?:(?=Benchmark)/, ''),
    facts,
  }));
}

/** True where the results have this time too, and for all other values. */
function isMeasured({ unit, number, line }: Fact, { runs }: CorpusFile): boolean {
  if (unit !== 'ns/op' || number === null) return true;
  const seconds = scale(number, -9);
  return runs.some(({ results }) =>
    results.some(({ measurements }) =>
      measurements.some(
        (measured) =>
          measured.metric === 'time_per_op' && measured.line === line && measured.value === seconds,
      ),
    ),
  );
}
