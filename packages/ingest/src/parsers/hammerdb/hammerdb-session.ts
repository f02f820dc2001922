import { type MaybeRelation, reportDisagreements, type Said } from '../../checks/disagreements';
import { exact, printed, type Range } from '../../checks/ranges';
import type { FileReporter } from '../../files/reporter';
import type { ParseSession } from '../parser';
import type { HammerdbLog, HammerdbResult, HammerdbTest, TimeProfile } from './hammerdb-log';
import { JobsJson } from './jobs-json';
import { isResultLine, parseActiveUsers, parseResultLine } from './result-line';
import { eachSegment } from './segments';
import { Settings } from './settings';
import { isProcedureField, TimeProfileReader } from './time-profile';
import { UserGroup } from './user-group';

const NEW_ORDER = 'NEWORD';
/** Memory must not grow with the file. */
const MAX_KEPT = 10_000;
/** Times, counts and shares of jobs are texts. */
const MILLISECONDS = /^\d{1,15}(?:\.\d{1,15})?$/;
const VUSER = /^Vuser (\d{1,7}):(.*)$/;

/** Reads what HammerDB printed: tests in order, each from the creation of its virtual users to their end. */
export class HammerdbSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #settings = new Settings();
  readonly #log: HammerdbLog = {
    type: 'hammerdb',
    version: null,
    tests: [],
    restated: [],
    profiles: [],
    builtWarehouses: null,
    finished: { success: 0, failed: 0 },
  };
  #group: UserGroup | null = null;
  /** `"24 Active Virtual Users configured"`, which jobs print before the result. */
  #jobsUsers: ReturnType<typeof parseActiveUsers> = null;
  /** The last profile of the file; jobs print one after the other. */
  #profile: TimeProfile | null = null;
  #line = 0;
  readonly #jobs = new JobsJson({
    text: (text, line) => this.#jobsText(text, line),
    open: (object) => {
      if (object === NEW_ORDER) this.#profile = null;
    },
    pair: (object, key, value, line) => {
      if (object !== NEW_ORDER || !isProcedureField(key)) return;
      if (!MILLISECONDS.test(value))
        this.#reporter.unreadable(line, Buffer.from(`"${key}": "${value}"`, 'latin1'));
      this.#toProfile(null, line).newOrder[key] = { text: value, line };
    },
  });
  readonly #profiles = new TimeProfileReader({
    field: ({ owner, procedure }, field, text, line) => {
      if (owner.kind !== 'all' || procedure !== NEW_ORDER) return;
      if (field === 'calls') this.#profile = null;
      this.#toProfile(owner.activeVus, line).newOrder[field] = { text, line };
    },
  });

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    eachSegment(bytes, { start, end }, (text) => this.#segment(text, lineNumber));
  }

  #segment(text: string, line: number): void {
    const vuser = text.startsWith('Vuser ') ? VUSER.exec(text) : null;
    if (vuser) this.#vuser(Number(vuser[1]), vuser[2] ?? '', line);
    else if (/^Vuser 1 created/.test(text)) this.#created(line);
    else if (text.startsWith('Error in Virtual User ')) this.#openGroup(line).countError(text, line);
    else if (text.startsWith('ALL VIRTUAL USERS COMPLETE')) this.#complete();
    else if (text.startsWith('HammerDB CLI v'))
      this.#log.version ??= /v(\d[\w.]{0,20})/.exec(text)?.[1] ?? null;
    else if (this.#jobs.line(text, line) || this.#group?.readCreated(text)) return;
    else if (isResultLine(text)) this.#result(text, line);
    else {
      this.#settings.read(text);
      this.#profiles.line(text, line);
    }
  }

  #vuser(user: number, message: string, line: number): void {
    const group = this.#openGroup(line);
    if (message.startsWith('FINISHED SUCCESS')) this.#log.finished.success += 1;
    else if (message.startsWith('FINISHED FAILED')) {
      this.#log.finished.failed += 1;
      group.countFailed(line);
    } else if (message.includes('Procedure Error')) group.countProcedureError(line);
    else if (message.includes('based on VU count')) group.readAssigned(message);
    else if (isResultLine(message)) this.#result(message, line);
    else if (user === 1) this.#monitor(group, message, line);
  }

  /** What the monitor, which is the first virtual user, says of the test. */
  #monitor(group: UserGroup, message: string, line: number): void {
    const users = parseActiveUsers(message);
    const [, rampup] = /^Beginning rampup time of (\d{1,7}) minutes?/.exec(message) ?? [];
    const [, duration] = /^Timing test period of (\d{1,7}) in minutes/.exec(message) ?? [];
    const [, version] = /^DBVersion: ?([\w.+~-]{1,80})/.exec(message) ?? [];
    if (message.startsWith('CREATING ') && message.endsWith('SCHEMA')) group.isBuild = true;
    else if (version !== undefined) group.serverVersion = version;
    if (!users && rampup === undefined && duration === undefined) return;
    const test = this.#openTest(line);
    if (rampup !== undefined) test.rampupMinutes = Number(rampup);
    if (duration !== undefined) test.duration = { value: Number(duration), line };
    if (users) Object.assign(test, users);
  }

  #result(text: string, line: number): void {
    const result = parseResultLine(text, line);
    if (!result) {
      this.#reporter.report('LINE_UNPARSED', 'expected NOPM and TPM after TEST RESULT', {
        line,
        bytes: Buffer.from(text, 'latin1'),
      });
      return;
    }
    this.#openTest(line).result = result;
  }

  /** A result that jobs print is mostly one that the run printed before. */
  #jobsText(text: string, line: number): void {
    const active = parseActiveUsers(text);
    this.#jobsUsers = active ?? this.#jobsUsers;
    if (!active && / Active (?:Virtual Users?|Sessions) configured/.test(text)) {
      this.#reporter.unreadable(line, Buffer.from(text, 'latin1'));
    }
    if (!isResultLine(text)) return;
    const users = this.#jobsUsers;
    this.#jobsUsers = null;
    const result = parseResultLine(text, line);
    this.#close();
    if (result && this.#log.tests.some((test) => isSame(test, result))) {
      this.#keep(this.#log.restated, result);
      return;
    }
    this.#result(text, line);
    if (users && this.#group) Object.assign(this.#group, users);
    this.#close();
  }

  #created(line: number): void {
    if (this.#group?.isTest || this.#group?.isBuild) this.#close();
    this.#openGroup(line).wasCreated = true;
  }

  #complete(): void {
    if (this.#group) this.#group.isComplete = true;
    this.#close();
  }

  #openGroup(line: number): UserGroup {
    this.#group ??= new UserGroup(line);
    return this.#group;
  }

  /** The test that is going on. Instances of one cluster print into one log: after a result there is the next test. */
  #openTest(line: number): UserGroup {
    if (this.#group?.result) this.#close();
    const group = this.#openGroup(line);
    group.isTest = true;
    return group;
  }

  #close({ isEnd = false } = {}): void {
    const group = this.#group;
    this.#group = null;
    if (group?.isTest) {
      reportTest(group, { reporter: this.#reporter, line: this.#line, isEnd });
      const test = group.toTest(this.#settings);
      // The numbers of failed virtual users are not a measurement.
      if (!test.failedVus) reportDisagreements(testRelations(test), this.#reporter);
      this.#keep(this.#log.tests, test);
    } else if (group?.isBuild && group.failedVus) {
      reportFailure(group, 'the schema build failed', { reporter: this.#reporter, line: this.#line });
    }
  }

  #toProfile(activeVus: number | null, line: number): TimeProfile {
    if (this.#profile) return this.#profile;
    this.#profile = { activeVus, newOrder: {}, line };
    const test = this.#group?.result ? null : this.#log.tests.at(-1);
    const fits = activeVus === null || activeVus === test?.vus;
    if (test && test.profile === null && fits) test.profile = this.#profile;
    else this.#keep(this.#log.profiles, this.#profile);
    return this.#profile;
  }

  #keep<T>(list: T[], item: T): void {
    if (list.length < MAX_KEPT) list.push(item);
    else if (list.length === MAX_KEPT) {
      this.#reporter.report(
        'METRIC_MISSING',
        `more than ${MAX_KEPT} results in one file; the rest was not read`,
        {
          line: this.#line,
        },
      );
    }
  }

  end(): HammerdbLog {
    this.#close({ isEnd: true });
    this.#log.builtWarehouses = this.#settings.builtWarehouses;
    return this.#log;
  }
}

function isSame({ result }: HammerdbTest, other: HammerdbResult): boolean {
  return result?.nopm === other.nopm && result.tpm === other.tpm && result.driver === other.driver;
}

interface Spot {
  reporter: FileReporter;
  /** Last line that was read. */
  line: number;
}

/** Says why a test has no result, or what is wrong with the one that it has. @param isEnd the log ends with this test */
function reportTest(group: UserGroup, { isEnd, ...spot }: Spot & { isEnd: boolean }): void {
  const { failedVus, result } = group;
  const at = { line: spot.line };
  if (!result && failedVus) reportFailure(group, 'virtual users failed before there was a result', spot);
  else if (!result && group.isComplete)
    reportFailure(group, 'all virtual users are done without a result', spot);
  else if (!result) {
    const message = 'no TEST RESULT: HammerDB was stopped, or the log was cut';
    spot.reporter.report('TRUNCATED_LOG', message, at);
  } else if (failedVus) {
    const of = group.vus === null ? '' : ` of ${group.vus}`;
    const message = `${failedVus.value}${of} virtual users failed; the result is kept as failed`;
    spot.reporter.report('CLIENTS_FAILED', message, whereOf(group, failedVus.line));
  } else if (isEnd && group.wasCreated && !group.isComplete) {
    const message = 'the log ends before all virtual users are done: failures may be missing';
    spot.reporter.report('TRUNCATED_LOG', message, at);
  }
}

function reportFailure(group: UserGroup, message: string, { reporter, line }: Spot): void {
  reporter.report('TOOL_FAILED', message, whereOf(group, group.failedVus?.line ?? line));
}

/** The first error that was printed, else the line. */
function whereOf({ error }: UserGroup, line: number): { line: number; bytes?: Buffer } {
  return error ? { line: error.line, bytes: Buffer.from(error.text, 'latin1') } : { line };
}

/**
 * 45% of the transactions are new orders, and databases count 2 to 3 transactions for each: 2.2 to 2.4 in most logs, 3.0 in
 * those of MySQL, 7.5 in a test of a few orders. A number ten times as large or as small is outside of it.
 */
const TPM_PER_NOPM: Range = { low: 1, high: 12 };
/** What a log says twice of one test. docs/method.md §1.3 */
function testRelations(test: HammerdbTest): MaybeRelation[] {
  return [resultRatio(test), duration(test)];
}

function resultRatio({ result }: HammerdbTest): MaybeRelation {
  if (!result || result.nopm === 0) return null;
  const nopm: Said = said('NOPM', result.nopm, result.line, ['throughput']);
  const tpm: Said = said('TPM', result.tpm, result.line, ['tpm']);
  return {
    of: [nopm, tpm],
    left: tpm.range,
    right: { low: result.nopm * TPM_PER_NOPM.low, high: result.nopm * TPM_PER_NOPM.high },
    isRough: true,
    words: 'TPM = 1 to 12 times NOPM',
  };
}

/** The settings name the duration, and the monitor prints it when the test begins. */
function duration({ durationMinutes, duration: printedDuration }: HammerdbTest): MaybeRelation {
  if (durationMinutes === null || !printedDuration) return null;
  const own = said('test period in minutes', printedDuration.value, printedDuration.line, ['elapsed']);
  const asked = said('duration of the settings', durationMinutes, printedDuration.line, []);
  return {
    of: [own, asked],
    left: exact(own.value),
    right: exact(durationMinutes),
    words: 'test period = duration of the settings',
  };
}

function said(name: string, value: number, line: number, metrics: Said['metrics']): Said {
  return { name, value, line, metrics, range: printed(value, 0) };
}
