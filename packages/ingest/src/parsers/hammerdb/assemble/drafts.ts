import type { AssembleContext } from '../../family';
import type { HammerdbTest, TimeProfile } from '../hammerdb-log';
import { type Load, UNKNOWN_LOAD } from '../names';
import type { LogGroup } from './log-group';

/** One test with the files that its numbers were read from. */
export interface Draft {
  /** Path of the file. */
  file: string;
  /** `HammerDB 4.1`, null when no banner was printed. */
  tool: string | null;
  test: HammerdbTest;
  load: Load;
  profile: { file: string; profile: TimeProfile } | null;
}

/** The tests of a group of logs, each once: one result line may be in the log, in a copy of it and in a summary. */
export function draftsOf(group: LogGroup, context: AssembleContext): Draft[] {
  const all = group.files.flatMap(({ path, log }) =>
    log.tests.map((test) => toDraft({ path, test, version: log.version }, group)),
  );
  const drafts: Draft[] = [];
  // A log that tells of its virtual users says more than a copy of its last line.
  const bestFirst = [...all].sort((a, b) => Number(b.test.vus !== null) - Number(a.test.vus !== null));
  for (const draft of bestFirst) {
    const same = drafts.find((kept) => kept.file !== draft.file && isSameResult(kept, draft));
    if (!same) drafts.push(draft);
    else {
      const message = `the result of ${same.file} again; counted once`;
      context.note('SUMMARY_SUPERSEDED', draft.file, message, draft.test.result?.line ?? null);
    }
  }
  const ordered = all.filter((draft) => drafts.includes(draft));
  const withSummary = addSummary(ordered, group, context);
  const finished = withSummary.length > 0 ? withSummary : abortedRun(group, context);
  const single = finished.length === 1;
  const loads = finished.map((draft) => ({ ...draft, load: completeLoad(draft, group, single) }));
  return attachProfiles(loads, group);
}

function toDraft(
  { path, test, version }: { path: string; test: HammerdbTest; version: string | null },
  group: LogGroup,
): Draft {
  const known = version ?? group.params?.log.hammerdbVersion ?? null;
  const profile = test.profile && { file: path, profile: test.profile };
  return { file: path, tool: known === null ? null : `HammerDB ${known}`, test, load: UNKNOWN_LOAD, profile };
}

function isSameResult(a: Draft, b: Draft): boolean {
  const [x, y] = [a.test.result, b.test.result];
  return x !== null && y !== null && x.nopm === y.nopm && x.tpm === y.tpm && x.driver === y.driver;
}

/** summary.txt counts only where the log that it was made of is missing. */
function addSummary(drafts: readonly Draft[], group: LogGroup, context: AssembleContext): Draft[] {
  const result = group.summary?.log.result;
  if (!group.summary || !result) return [...drafts];
  const file = group.summary.path;
  const summary = toDraft({ path: file, test: emptyTest({ result }), version: null }, group);
  const known = drafts.filter(({ test }) => test.result !== null);
  if (known.length === 0) return [...drafts.filter(({ test }) => test.result !== null), summary];
  if (known.some((draft) => isSameResult(draft, summary))) {
    context.note(
      'SUMMARY_SUPERSEDED',
      file,
      'the log of the same test is in its directory and counts',
      result.line,
    );
  } else {
    const message = `${result.nopm} NOPM is in no log of its directory; the logs count`;
    context.note('VALUES_DISAGREE', file, message, result.line);
  }
  return [...drafts];
}

/** A requested run without any log: it failed and is reported. */
function abortedRun(group: LogGroup, context: AssembleContext): Draft[] {
  if (!group.params || group.files.length > 0) return [];
  const message = 'no result.txt and no log in its directory: the run was stopped before it had a result';
  context.note('METRIC_MISSING', group.params.path, message);
  return [toDraft({ path: group.params.path, test: emptyTest({ result: null }), version: null }, group)];
}

function emptyTest({ result }: Pick<HammerdbTest, 'result'>): HammerdbTest {
  return {
    vus: null,
    sessionsPerVu: null,
    warehouses: null,
    allWarehouses: false,
    rampupMinutes: null,
    durationMinutes: null,
    duration: null,
    result,
    failedVus: null,
    procedureErrors: null,
    serverVersion: null,
    database: null,
    profile: null,
    firstLine: 1,
  };
}

/** From the log, else the parameters of the run, else a schema build in its directory, else the directory name. */
function completeLoad({ test }: Draft, group: LogGroup, isSingle: boolean): Load {
  const asked = group.params?.log ?? group.summary?.log;
  const minutes = (seconds: number | null | undefined) => (typeof seconds === 'number' ? seconds / 60 : null);
  const duration = test.duration?.value ?? test.durationMinutes ?? minutes(asked?.durationSeconds);
  return {
    vus: test.vus ?? (isSingle ? (asked?.virtualUsers ?? group.load.vus) : null),
    warehouses: test.warehouses ?? asked?.warehouses ?? builtWarehouses(group) ?? group.load.warehouses,
    rampupMinutes: test.rampupMinutes ?? minutes(asked?.rampupSeconds) ?? group.load.rampupMinutes,
    durationMinutes: duration ?? group.load.durationMinutes,
  };
}

/**
 * From logs that hold only a schema build: a log with a test has no facts about other logs. Null
 * too when builds differ: which one the test ran on is then unknown.
 */
function builtWarehouses(group: LogGroup): number | null {
  const builds = group.files.filter(({ log }) => log.tests.length === 0 && log.builtWarehouses !== null);
  const counts = new Set(builds.map(({ log }) => log.builtWarehouses));
  const [only] = counts;
  return counts.size === 1 ? (only ?? null) : null;
}

/** A separate time profile belongs to the only test with its number of virtual users. */
function attachProfiles(drafts: readonly Draft[], group: LogGroup): Draft[] {
  const found = group.files.flatMap(({ path, log }) =>
    log.profiles.map((profile) => ({ file: path, profile })),
  );
  return drafts.map((draft) => {
    const { vus } = draft.load;
    const rivals = drafts.filter(({ load }) => load.vus === vus);
    const fitting = found.filter(({ profile: { activeVus } }) =>
      activeVus === null ? drafts.length === 1 : activeVus === vus,
    );
    const [profile] = fitting;
    if (draft.profile || !draft.test.result || rivals.length > 1 || fitting.length !== 1 || !profile)
      return draft;
    return { ...draft, profile };
  });
}
