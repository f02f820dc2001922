import { type MaybeRelation, reportDisagreements, say } from '../../checks/disagreements';
import { exact, printed, type Range } from '../../checks/ranges';
import type { DetailsBuilder } from '../../files/details-builder';
import type { FileReporter } from '../../files/reporter';
import { numberAt } from '../number-line';
import type { ParseSession } from '../parser';
import { BoundedList } from '../text-lines';
import { newHammerdbDetails } from './hammerdb-details';
import type { HammerdbLog, HammerdbResult, HammerdbTest, TimeProfile } from './hammerdb-log';
import { jobResult, newJobsReader } from './jobs';
import { isResultLine, parseActiveUsers, parseResultLine } from './result-line';
import { eachSegment } from './segments';
import { Settings } from './settings';
import { isProcedureField, newTimeProfileReader } from './time-profile';
import { UserGroup } from './user-group';

const NEW_ORDER = 'NEWORD';
/** Times, counts and shares of jobs are texts. */
const MILLISECONDS = /^\d{1,15}(?:\.\d{1,15})?$/;
type Users = ReturnType<typeof parseActiveUsers> | Pick<HammerdbTest, 'vus'>;
const VUSER = /^Vuser (\d{1,7}):(.*)$/;

/** Reads what HammerDB printed: tests in order, each from the creation of its virtual users to their end. */
export function readHammerdb(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  const charts = details && newHammerdbDetails(details);
  const settings = new Settings();
  const tests = new BoundedList<HammerdbTest>(reporter, 'results');
  const restated = new BoundedList<HammerdbResult>(reporter, 'results');
  const profiles = new BoundedList<TimeProfile>(reporter, 'results');
  const finished = { success: 0, failed: 0 };
  let version: string | null = null;
  let group: UserGroup | null = null;
  /** `"24 Active Virtual Users configured"`, which jobs print before the result. */
  let jobsUsers: ReturnType<typeof parseActiveUsers> = null;
  /** The last profile of the file; jobs print one after the other. */
  let profile: TimeProfile | null = null;
  const testOfJob = new Map<string, HammerdbTest>();
  /** Results of a list of jobs since the last result of one job. */
  let listed = 0;
  let lastLine = 0;

  const close = (isEnd = false) => {
    const closed = group;
    group = null;
    const spot = { reporter, line: lastLine };
    if (closed?.isTest) {
      reportTest(closed, { ...spot, isEnd });
      const test = closed.toTest(settings);
      // The numbers of failed virtual users are not a measurement.
      if (!test.failedVus) reportDisagreements(testRelations(test), reporter);
      tests.add(test, lastLine);
    } else if (closed?.isBuild && closed.failedVus) reportFailure(closed, 'the schema build failed', spot);
  };

  const openGroup = (): UserGroup => {
    group ??= new UserGroup(lastLine);
    return group;
  };

  /** The test that is going on. Instances of one cluster print into one log: after a result there is the next test. */
  const openTest = (): UserGroup => {
    if (group?.result) close();
    const test = openGroup();
    test.isTest = true;
    return test;
  };

  const readResult = (text: string, line: number): HammerdbResult | null => {
    const result = parseResultLine(text, line);
    if (result) charts?.result(result);
    else {
      const bytes = Buffer.from(text, 'latin1');
      reporter.report('LINE_UNPARSED', 'expected NOPM and TPM after TEST RESULT', { line, bytes });
    }
    return result;
  };

  const addResult = (text: string, line: number) => {
    const result = readResult(text, line);
    if (result) openTest().result = result;
  };

  /** The test that times are of: that of the job which was asked for, else the last one, if it is not one of a list. */
  const timedTest = (): HammerdbTest | undefined => {
    const { asked } = jobs;
    if (asked !== null && testOfJob.size > 0) return testOfJob.get(asked);
    return listed > 1 ? undefined : tests.items.at(-1);
  };

  const newOrder = (activeVus: number | null, line: number): TimeProfile['newOrder'] => {
    if (profile) return profile.newOrder;
    profile = { activeVus, newOrder: {}, line };
    const test = group?.result ? null : activeVus === null ? timedTest() : tests.items.at(-1);
    const fits = activeVus === null || activeVus === test?.vus;
    if (test && test.profile === null && fits) test.profile = profile;
    else profiles.add(profile, lastLine);
    return profile.newOrder;
  };

  const timeProfile = newTimeProfileReader({
    field: (at, field, text, line) => {
      charts?.profile(at, field, text, line);
      if (at.owner.kind !== 'all' || at.procedure !== NEW_ORDER) return;
      if (field === 'calls') profile = null;
      newOrder(at.owner.activeVus, line)[field] = { text, line };
    },
  });

  /** A result that jobs print is mostly one that the run printed before. */
  const addJob = (id: string | null, result: HammerdbResult, users: Users) => {
    const known = tests.items.find((test) => isSame(test, result));
    if (known) restated.add(result, lastLine);
    else {
      Object.assign(openTest(), { result, ...users });
      close();
    }
    const test = known ?? tests.items.at(-1);
    if (id !== null && test) testOfJob.set(id, test);
  };

  const jobText = (text: string, line: number) => {
    const active = parseActiveUsers(text);
    jobsUsers = active ?? jobsUsers;
    if (active) charts?.activeUsers(active.vus, line);
    else if (/ Active (?:Virtual Users?|Sessions) configured/.test(text))
      reporter.unreadable(line, Buffer.from(text, 'latin1'));
    if (!isResultLine(text)) return;
    const users = jobsUsers;
    jobsUsers = null;
    close();
    const result = readResult(text, line);
    listed = 0;
    if (result) addJob(jobs.id, result, users);
  };

  const jobs = newJobsReader({
    text: jobText,
    job: (id, fields, line) => {
      close();
      if (fields.has('geomean')) {
        const message = `job ${id} is one of TPROC-H, which is not read of a list: send its log, or its summaryjson`;
        reporter.report('METRIC_MISSING', message, { line });
      }
      const result = jobResult(fields);
      if (!result) return;
      charts?.result(result);
      const vus = numberAt(fields.get('activevu')?.value, line)?.value ?? null;
      addJob(id, result, { vus });
      listed += 1;
    },
    open: (object) => {
      if (object === NEW_ORDER) profile = null;
    },
    pair: (object, key, value, line) => {
      if (jobs.user !== null) {
        const owner = { kind: 'user', user: jobs.user } as const;
        if (isProcedureField(key)) charts?.profile({ owner, procedure: object }, key, value, line);
        return;
      }
      charts?.pair(object, key, value, line);
      if (object !== NEW_ORDER || !isProcedureField(key)) return;
      if (!MILLISECONDS.test(value)) reporter.unreadable(line, Buffer.from(`"${key}": "${value}"`, 'latin1'));
      const times = newOrder(null, line);
      if (times[key]) reporter.unreadable(line, Buffer.from(`"${key}", which is there twice`, 'latin1'));
      else times[key] = { text: value, line };
    },
  });

  /** What the monitor, which is the first virtual user, says of the test. */
  const readMonitor = (own: UserGroup, message: string, line: number) => {
    const users = parseActiveUsers(message);
    const [, rampup] = /^Beginning rampup time of (\d{1,7}) minutes?/.exec(message) ?? [];
    const [, duration] = /^Timing test period of (\d{1,7}) in minutes/.exec(message) ?? [];
    const [, server] = /^DBVersion: ?([\w.+~-]{1,80})/.exec(message) ?? [];
    charts?.clientSide(message, line);
    if (users) charts?.activeUsers(users.vus, line);
    if (message.startsWith('Rampup complete')) own.measure(true);
    else if (message.startsWith('Test complete')) own.measure(false);
    if (message.startsWith('CREATING ') && message.endsWith('SCHEMA')) own.isBuild = true;
    else if (server !== undefined) own.serverVersion = server;
    if (!users && rampup === undefined && duration === undefined) return;
    const test = openTest();
    if (rampup !== undefined) test.rampupMinutes = Number(rampup);
    if (duration !== undefined) test.duration = { value: Number(duration), line };
    if (users) Object.assign(test, users);
  };

  const readUser = (user: number, message: string, line: number) => {
    const own = openGroup();
    if (message.startsWith('FINISHED SUCCESS')) {
      finished.success += 1;
      if (user !== 1) own.successes += 1;
    } else if (message.startsWith('FINISHED FAILED')) {
      finished.failed += 1;
      own.countFailed(user, line);
    } else if (message.includes('based on VU count')) own.readAssigned(message);
    else if (isResultLine(message)) addResult(message, line);
    else if (user === 1) readMonitor(own, message, line);
    else own.readTransactions(message, line);
  };

  const readSegment = (text: string, line: number) => {
    const user = text.startsWith('Vuser ') ? VUSER.exec(text) : null;
    if (user) readUser(Number(user[1]), user[2] ?? '', line);
    else if (/^Vuser 1 created/.test(text)) {
      if (group?.isTest || group?.isBuild) close();
      openGroup().wasCreated = true;
    } else if (text.startsWith('Error in Virtual User ')) openGroup().countError(text, line);
    else if (text.startsWith('ALL VIRTUAL USERS COMPLETE')) {
      if (group) group.isComplete = true;
      close();
    } else if (text.startsWith('HammerDB CLI v')) version ??= /v(\d[\w.]{0,20})/.exec(text)?.[1] ?? null;
    else if (jobs.line(text, line) || group?.readCreated(text)) return;
    else if (parseActiveUsers(text) || (jobsUsers && isResultLine(text))) jobText(text, line);
    else if (isResultLine(text)) addResult(text, line);
    else {
      charts?.counter(text, line);
      charts?.setting(text, line);
      settings.read(text);
      timeProfile.line(text, line);
    }
  };

  return {
    line(bytes, start, end, line) {
      lastLine = line;
      eachSegment(bytes, { start, end }, (text) => readSegment(text, line));
    },
    end(): HammerdbLog {
      close(true);
      charts?.end();
      return {
        type: 'hammerdb',
        version,
        tests: tests.items,
        restated: restated.items,
        profiles: profiles.items,
        builtWarehouses: settings.builtWarehouses,
        finished,
      };
    },
  };
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
  } else if (group.monitorError) {
    const message = 'the monitor failed after the result, which counts: times of transactions may be missing';
    spot.reporter.report('METRIC_MISSING', message, { line: group.monitorError.line });
  } else if (group.withoutEnd > 0) {
    const message = `the end of ${group.withoutEnd} of ${group.vus} virtual users is not in the log: failures may be missing`;
    spot.reporter.report('TRUNCATED_LOG', message, at);
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
const whole = (value: number) => printed(value, 0);

/** What a log says twice of one test. docs/method.md §1.3 */
function testRelations(test: HammerdbTest): MaybeRelation[] {
  return [resultRatio(test), duration(test)];
}

export function resultRatio({ result }: Pick<HammerdbTest, 'result'>): MaybeRelation {
  if (!result || result.nopm === 0) return null;
  const { line, tpmLine = line } = result;
  const nopm = say('NOPM', { value: result.nopm, line }, ['throughput'], whole);
  const tpm = say('TPM', { value: result.tpm, line: tpmLine }, ['tpm'], whole);
  return (
    nopm &&
    tpm && {
      of: [nopm, tpm],
      left: tpm.range,
      right: { low: result.nopm * TPM_PER_NOPM.low, high: result.nopm * TPM_PER_NOPM.high },
      isRough: true,
      words: 'TPM = 1 to 12 times NOPM',
    }
  );
}

/** The settings name the duration, and the monitor prints it when the test begins. */
function duration({ durationMinutes, duration: printedDuration }: HammerdbTest): MaybeRelation {
  if (durationMinutes === null || !printedDuration) return null;
  const { line } = printedDuration;
  const own = say('test period in minutes', printedDuration, ['elapsed'], whole);
  const asked = say('duration of the settings', { value: durationMinutes, line }, [], whole);
  return (
    own &&
    asked && {
      of: [own, asked],
      left: exact(own.value),
      right: exact(durationMinutes),
      words: 'test period = duration of the settings',
    }
  );
}
