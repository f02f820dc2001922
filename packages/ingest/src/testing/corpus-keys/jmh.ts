import type { Fact } from '../../model/details';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['jmh'],
  answers: (_row, file) => (file.artifact.kind === 'jmh-text' ? ofTables(file) : ofJson(file)),
};

function ofJson(file: CorpusFile): CorpusAnswers {
  const groups = groupsOf(file);
  const answers = groups.map(([group, facts]) => {
    const of = (name: string) => facts.find((fact) => fact.name === name);
    const score = of('primaryMetric.score');
    const [name = ''] = group.split(' (');
    const text = [
      `${/[^.]+(?:\[.*)?$/.exec(name)?.[0]}=${of('mode')?.value} ${score?.number}`,
      `± ${of('primaryMetric.scoreError')?.number} ${score?.unit}`,
      `forks ${of('forks')?.value} threads ${of('threads')?.value}`,
      ...(score && isMeasured(score, file) ? [] : ['NOT MEASURED']),
    ].join(' ');
    // The index is split at the first sign of equality, which may be in the name.
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  return { benchmarks: groups.length, ...Object.fromEntries(answers) };
}

function ofTables(file: CorpusFile): CorpusAnswers {
  return Object.fromEntries(
    groupsOf(file).map(([group, facts], index) => {
      const of = (name: string) => facts.find((fact) => fact.name === name);
      const score = of('score');
      const words = ['avgt cnt', of('count')?.value, score?.value, '±', of('error')?.value, score?.unit];
      const wrong = file.runs.some(({ results }) =>
        results.some(({ measurements }) =>
          measurements.some(
            ({ metric, value, line }) =>
              metric === 'time_per_op' && line === score?.line && value === Number(`${score.number}e-3`),
          ),
        ),
      )
        ? []
        : ['NOT MEASURED'];
      return [`${group.replace(/ repeat \d+$/, '')}#${index}`, [...words, ...wrong].join(' ')];
    }),
  );
}

function groupsOf({ details }: CorpusFile): [string, Fact[]][] {
  const groups = new Map<string, Fact[]>();
  for (const fact of details?.facts ?? []) {
    if (fact.group !== null) groups.set(fact.group, [...(groups.get(fact.group) ?? []), fact]);
  }
  return [...groups];
}

/** The score is the mean of the repeats; where its unit contradicts its mode it is reported and not stored. */
function isMeasured({ number, line }: Fact, { runs, diagnostics }: CorpusFile): boolean {
  if (diagnostics.some((each) => each.code === 'jmh:UNIT_CONTRADICTS_MODE' && each.line === line))
    return runs.length === 0;
  const rates = runs
    .flatMap(({ results }) => results.flatMap(({ measurements }) => measurements))
    .filter(({ metric }) => metric === 'throughput')
    .map(({ value }) => value);
  const mean = rates.reduce((sum, value) => sum + value, 0) / rates.length;
  return number !== null && Math.abs(mean - number) < 1e-9 * number;
}
