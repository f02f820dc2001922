import type {
  DiagnosticGroup,
  FileGroup,
  PreviewRun,
  UploadCampaign,
  UploadPreview,
  UploadRun,
} from '@basecase/db/types';
import { benchmarkModel, diagnosticMeaning } from '@basecase/ingest/model';
import { countText, groupDigits, timeText } from '../text/words';

export type FileRow = ReturnType<typeof fileRows>[number];

type Known = readonly { slug: string; name: string; cores: number | null }[];

export function uploadPreview(
  preview: UploadPreview,
  knownServers: Known,
  givenCampaign: string | null = null,
) {
  const { runs } = preview;
  const stored = runs.filter(({ isStored }) => isStored).length;
  const warmups = runs.reduce((sum, { results }) => sum + (results.warmup ?? 0), 0);
  const warnings = preview.diagnostics.filter(({ severity }) => severity === 'warning');
  return {
    totals: [
      { value: groupDigits(runs.length), label: runs.length === 1 ? 'run' : 'runs' },
      { value: groupDigits(preview.results), label: preview.results === 1 ? 'result' : 'results' },
      ...(warmups > 0 ? [{ value: groupDigits(warmups), label: 'of them warm-ups' }] : []),
      { value: groupDigits(sum(preview.files)), label: sum(preview.files) === 1 ? 'file' : 'files' },
      { value: groupDigits(sum(warnings)), label: sum(warnings) === 1 ? 'warning' : 'warnings' },
    ],
    facts: factsOf(runs),
    runs: runs.map(toRunRow),
    diagnostics: diagnosticRows(preview.diagnostics),
    files: fileRows(preview.files),
    /** What confirming does, in a sentence. */
    sentence: sentenceOf(runs.length, stored),
    server: serverQuestion(runs, knownServers),
    campaign: campaignQuestion(runs, givenCampaign),
    /** True if no run states whether its data fits in memory. */
    asksCached: runs.length > 0 && runs.every(({ workload }) => !/, (cached|IO-bound)/.test(workload)),
  };
}

function sum(groups: readonly { count: number }[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null && value !== ''))] as string[];
}

function factsOf(runs: readonly PreviewRun[]) {
  const products = distinct(runs.map(({ product }) => product));
  const facts = [
    {
      label: products.length > 1 ? 'Products' : 'Product',
      text: products
        .map((product) => {
          const own = runs.filter((run) => run.product === product);
          return `${product} ${distinct(own.map(({ version }) => version)).join(', ')}`;
        })
        .join('; '),
    },
    { label: 'Build', text: distinct(runs.map(({ flavour }) => flavour)).join(', ') },
    { label: 'Config', text: distinct(runs.map(({ config }) => config)).join(', ') },
    {
      label: 'Benchmark',
      text: distinct(runs.map(({ benchmark }) => benchmarkModel(benchmark).name)).join(', '),
    },
    {
      label: 'Workload',
      text: distinct(
        runs.map(({ workload, workloadDetails }) => [workload, ...workloadDetails].join(', ')),
      ).join('; '),
    },
  ];
  return facts.map(({ label, text }) => ({ label, text: text || 'not recorded' }));
}

function toRunRow(run: PreviewRun) {
  const { ok = 0, failed = 0, sla_failed: slaFailed = 0, warmup = 0 } = run.results;
  const counts = [
    `${groupDigits(ok)} ok`,
    failed > 0 && `${groupDigits(failed)} failed`,
    slaFailed > 0 && `${groupDigits(slaFailed)} missed their SLA`,
    warmup > 0 && `${groupDigits(warmup)} warm-up`,
  ];
  const { path, contents } = run;
  return {
    key: `${path} ${run.label} ${run.config} ${run.workload} ${run.workloadDetails.join(' ')}`,
    label: run.label,
    /** A run of one file is shown as this file, of several as their directory. */
    path: contents?.files === 1 ? contents.file : path === '.' ? run.label : `${path}/`,
    parts: contents?.parts ?? [],
    product: run.product,
    version: run.version,
    config: [run.flavour, run.config].filter(Boolean).join(' '),
    workload: [run.workload, ...run.workloadDetails].join(', '),
    clients: contents?.clients ?? null,
    tests: contents?.tests === 1 ? contents.test : countText(contents?.tests ?? 0, 'test'),
    repeats: contents && contents.repeats > 1 ? contents.repeats : null,
    results: counts.filter(Boolean).join(', '),
    /** What is worth knowing before it counts; empty when nothing is. */
    remark: [run.isStored && 'already stored', !run.versionKnown && 'unknown version: ordered last']
      .filter(Boolean)
      .join('; '),
  };
}

function sentenceOf(runs: number, stored: number): string {
  // Only flame graphs and folded stacks are taken without a log.
  if (runs === 0) return 'No runs, only profiles; each is attached to the run it is named after.';
  if (stored === 0) return runs === 1 ? 'The run is new.' : `All ${groupDigits(runs)} runs are new.`;
  if (stored === runs) return 'Everything is already stored: confirming adds only what was missing.';
  return `${groupDigits(runs - stored)} of ${countText(runs, 'run')} are new; the others are already stored and are not added again.`;
}

function serverQuestion(runs: readonly PreviewRun[], known: Known) {
  const inFiles = distinct(runs.map(({ server }) => (server.from === 'files' ? server.name : null)));
  // One answer holds for all runs: where files name several servers, they know better.
  const asked = runs.filter(
    ({ server }) => server.from !== 'manifest' && (server.from !== 'files' || inFiles.length === 1),
  );
  const named = distinct(
    asked.map(({ server }) => (server.from === 'named' || server.from === 'files' ? server.name : null)),
  );
  const guessed = distinct(asked.map(({ server }) => server.name));
  const cores = new Set(asked.map(({ server }) => server.cores));
  const suggestions =
    named.length > 0 ? named : guessed.filter((name) => known.some((each) => each.name === name));
  return {
    // Without a run the files say no server, and a profile must be of one.
    isAsked: asked.length > 0 || runs.length === 0,
    /** Names as the runs have them now. */
    names: distinct(runs.map(({ server }) => server.name)),
    /** What to begin with; empty when it has to be chosen. */
    suggestion: suggestions.length === 1 ? (suggestions[0] ?? '') : '',
    /** Cores that the logs speak of, null when they don't or do not agree. */
    cores: cores.size === 1 ? ([...cores][0] ?? null) : null,
  };
}

function campaignQuestion(runs: readonly PreviewRun[], givenCampaign: string | null) {
  const named = distinct(runs.map(({ campaign = null }) => campaign));
  const isOfFiles = givenCampaign === null && named.length > 0;
  return {
    /** The campaign given with the upload; may be empty. */
    given: givenCampaign ?? '',
    /** What counts when the field stays empty. */
    else: isOfFiles ? `${named.join(', ')}, as basecase.json says` : 'this upload alone',
  };
}

const STATUS_WORDS: Record<FileGroup['status'], string> = {
  parsed: 'read',
  kept: 'kept, not read',
  unknown: 'not recognized, kept',
};

export function fileRows(groups: readonly FileGroup[]) {
  return groups.map(({ kind, status, count }) => ({
    key: `${status} ${kind}`,
    kind,
    status: STATUS_WORDS[status],
    count: groupDigits(count),
  }));
}

/** A diagnostic code with how often it was met and its first examples. */
export type DiagnosticRow = ReturnType<typeof diagnosticRows>[number];

/** Diagnostics by code: how often, where first, what the code means. */
export function diagnosticRows(groups: readonly DiagnosticGroup[]) {
  return groups.map(({ code, severity, count, examples }) => ({
    code,
    isWarning: severity === 'warning',
    count: groupDigits(count),
    first: examples[0] ? placeOf(examples[0]) : '',
    meaning: diagnosticMeaning(code),
    examples: examples.map(({ file, line, message, excerpt }, index) => ({
      key: `${index} ${file ?? ''} ${line ?? ''}`,
      file,
      line,
      message,
      excerpt,
    })),
  }));
}

/** `sb.o.scan line 12`: the last part of the path, the rest is in the list. */
function placeOf({ file, line }: { file: string | null; line: number | null }): string {
  const name = file?.split('/').at(-1) ?? '';
  return line === null ? name : `${name} line ${line}`;
}

/** @param runs only those that it brought itself are of its campaign */
export function campaignModel(
  { said: given, ofFiles, changes }: UploadCampaign,
  runs: readonly Pick<UploadRun, 'isOwn'>[],
) {
  const others = runs.filter(({ isOwn }) => !isOwn).length;
  const borrowed = others > 0 ? ' Runs that another upload stored first belong to its campaign.' : '';
  return {
    /** The name, or names; empty when the upload is its own campaign. */
    name: given ?? ofFiles.join(', '),
    /** Its source or its meaning. */
    text: `${whoSays({ said: given, ofFiles, changes })}${borrowed}`,
    /** What the field begins with. */
    given: given ?? '',
    changes: changes.map(({ campaign, by, at }, index) => ({
      key: `${at} ${changes.length - index}`,
      text: `${campaign === null ? 'removed' : `named “${campaign}”`} by ${by}, ${timeText(at)}`,
    })),
  };
}

function whoSays({ said: given, ofFiles, changes }: UploadCampaign): string {
  if (given !== null) {
    const when = changes.length > 0 ? 'set after the upload' : 'set with the upload';
    return ofFiles.length > 0 && !ofFiles.includes(given)
      ? `${when}; basecase.json says ${ofFiles.join(', ')}.`
      : `${when}.`;
  }
  if (ofFiles.length > 0) return 'from basecase.json.';
  return 'No campaign was named, so this upload is its own: its point releases form repeat pairs only with each other.';
}
