import type { NormalizedResult } from '../../model/run';
import type { HammerdbLog, HammerdbResult, TimeProfile } from '../../parsers/hammerdb/hammerdb-log';
import type { HammerdbRunSummary } from '../../parsers/hammerdb/percona/run-summary';
import type { HammerdbSummary } from '../../parsers/hammerdb/summary-table';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['hammerdb', 'hammerdb-aux', 'hammerdb-summary'],
  answers(_row, file) {
    if (file.log?.type === 'hammerdb-summary') return ofTable(file, file.log as HammerdbSummary);
    return ofLog(file);
  },
  notNumbers: { has_CR: "a property of the file's bytes: that they are read past is in the other keys" },
};

/** Files other than logs of HammerDB have no results, as the index notes. */
function ofLog(file: CorpusFile): CorpusAnswers {
  const log = file.log?.type === 'hammerdb' ? (file.log as HammerdbLog) : null;
  const results = printedResults(file, log);
  const profile = profilesOf(log).at(0);
  const active = factsOf(file, 'active virtual users');
  return {
    ver: log?.version ?? undefined,
    results: results.length,
    ...Object.fromEntries(results.map((text, index) => [`r${index}`, text])),
    active_vu: active.length > 0 ? active.join(',') : undefined,
    vu_success: log?.finished.success ?? 0,
    vu_failed: log?.finished.failed ?? 0,
    tpm_samples: file.details?.series.find(({ id }) => id === 'tpm')?.values.length,
    timeprofile: profile ? 'yes' : undefined,
    summary_of: profile?.activeVus ?? undefined,
  };
}

/** Result lines in the order of the file: the numbers are those of the run's measurements, the rest restates them. */
function printedResults(file: CorpusFile, log: HammerdbLog | null): string[] {
  const summary = file.log?.type === 'hammerdb-run-summary' ? (file.log as HammerdbRunSummary).result : null;
  const printed = [...(log?.tests ?? []).map(({ result }) => result), summary];
  const drivers = new Map(
    printed.flatMap((result) => (result ? [[result.line, result.driver] as const] : [])),
  );
  const measured = file.runs
    .flatMap(({ results }) => results)
    .flatMap((result) => measuredResult(result, drivers));
  return [...measured, ...(log?.restated ?? [])]
    .sort((a, b) => a.line - b.line)
    .map(({ nopm, tpm, driver }) => `NOPM=${nopm} TPM=${tpm} db=${driver}`);
}

function measuredResult(
  { measurements }: NormalizedResult,
  drivers: ReadonlyMap<number, string>,
): HammerdbResult[] {
  const nopm = measurements.find(({ metric }) => metric === 'throughput');
  const tpm = measurements.find(({ metric }) => metric === 'tpm');
  if (!nopm || !tpm) return [];
  return [{ nopm: nopm.value, tpm: tpm.value, driver: drivers.get(nopm.line) ?? '', line: nopm.line }];
}

function profilesOf(log: HammerdbLog | null): TimeProfile[] {
  if (!log) return [];
  return [...log.tests.flatMap(({ profile }) => (profile ? [profile] : [])), ...log.profiles];
}

function factsOf(file: CorpusFile, name: string): string[] {
  const facts = file.details?.facts.filter((fact) => fact.name.startsWith(name)) ?? [];
  return facts.sort((a, b) => a.line - b.line).map(({ value }) => value);
}

function ofTable(file: CorpusFile, log: HammerdbSummary): CorpusAnswers {
  const ratios = log.ratios.map(({ dbms, ratio }) => `${dbms},${ratio.value.toFixed(3)}`);
  const rows = file.runs
    .flatMap(({ label, results }) =>
      results.flatMap(({ measurements }) =>
        measurements.map(({ value, line }) => ({ text: `${label},${value}`, line })),
      ),
    )
    .sort((a, b) => a.line - b.line);
  return { content: [...rows.map(({ text }) => text), ...ratios].join(' | ') };
}
