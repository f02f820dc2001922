import type { NumberAt } from '../number-line';
import type { HammerdbResult, HammerdbTest } from './hammerdb-log';
import type { Settings } from './settings';

/**
 * The virtual users that were created together: they run a test, build a schema or check one, and are done at
 * `ALL VIRTUAL USERS COMPLETE`.
 */
export class UserGroup {
  readonly firstLine: number;
  isTest = false;
  isBuild = false;
  isComplete = false;
  /** With a line `Vuser 1 created`: the end of the test is then to be expected too. */
  wasCreated = false;
  result: HammerdbResult | null = null;
  vus: number | null = null;
  sessionsPerVu: number | null = null;
  serverVersion: string | null = null;
  rampupMinutes: number | null = null;
  duration: NumberAt | null = null;
  procedureErrors: NumberAt | null = null;
  /** Of `procedureErrors`, those of new orders; of a message that does not name its transaction, the share of the mix. */
  failedOrders = 0;
  /** Lines `FINISHED SUCCESS` of users other than the monitor. */
  successes = 0;
  /** What the monitor failed with after the result: HammerDB 6 stores times then. */
  monitorError: NumberAt | null = null;
  #isMeasured = true;
  #printsErrors = false;
  #hasOtherText = false;
  /** First line of `Error in Virtual User 7: ...`, for the diagnostic. */
  error: { line: number; text: string } | null = null;
  #createdVus: number | null = null;
  #assigned: number | null = null;
  #failedLines: NumberAt | null = null;
  #errorLines: NumberAt | null = null;

  constructor(firstLine: number) {
    this.firstLine = firstLine;
  }

  /** Every failed user prints an error or `FINISHED FAILED`, mostly both. */
  get failedVus(): NumberAt | null {
    const [finished, errors] = [this.#failedLines, this.#errorLines];
    if (!finished || !errors) return finished ?? errors;
    return {
      value: Math.max(finished.value, errors.value),
      line: Math.min(finished.line, errors.line),
    };
  }

  /** `11 Virtual Users Created with Monitor VU` */
  readCreated(text: string): boolean {
    const [found, count, monitor] = /^(\d{1,7}) Virtual Users? Created( with Monitor VU)?/.exec(text) ?? [];
    if (found === undefined) return false;
    this.#createdVus = Number(count) - (monitor === undefined ? 0 : 1);
    return true;
  }

  countFailed(user: number, line: number): void {
    if (this.#isMonitorAfter(user)) {
      this.monitorError ??= { value: 1, line };
      return;
    }
    this.#failedLines = plusOne(this.#failedLines, line);
  }

  /** `Error in Virtual User 7: ERROR:  invalid transaction termination` */
  countError(text: string, line: number): void {
    if (this.#isMonitorAfter(Number(/^Error in Virtual User (\d{1,7}):/.exec(text)?.[1]))) {
      this.monitorError ??= { value: 1, line };
      return;
    }
    this.#errorLines = plusOne(this.#errorLines, line);
    this.error ??= { line, text };
  }

  /** The monitor is the first user, and prints the result: a later failure of it is not part of the test. */
  #isMonitorAfter(user: number): boolean {
    return user === 1 && this.result !== null;
  }

  /** The measured time begins or ends: errors of the ramp-up are not part of the result. */
  measure(isMeasured: boolean): void {
    this.#isMeasured = isMeasured;
    if (!isMeasured) return;
    this.procedureErrors = null;
    this.failedOrders = 0;
  }

  /** A message of a virtual user that runs transactions, other than its end. */
  readTransactions(message: string, line: number): void {
    if (message.startsWith('Processing ')) this.#printsErrors = true;
    else if (FAILED_TRANSACTION.test(message)) {
      if (!this.#isMeasured) return;
      this.procedureErrors = plusOne(this.procedureErrors, line);
      const [, name] = FAILED_TRANSACTION.exec(message) ?? [];
      this.failedOrders += name === undefined ? 1 / TRANSACTIONS_PER_ORDER : Number(/^New Order/i.test(name));
    } else if (message !== 'RUNNING') this.#hasOtherText = true;
  }

  /** Virtual users of a test that is over, of which neither success nor failure is printed; 0 where none print it. */
  get withoutEnd(): number {
    const { isComplete, successes, vus } = this;
    return isComplete && successes > 0 && vus !== null ? Math.max(0, vus - successes) : 0;
  }

  /** Errors of transactions; 0 where every virtual user printed what it did, and none printed an error. */
  get #errors(): NumberAt | null {
    if (this.procedureErrors || !this.result || !this.isComplete || this.failedVus)
      return this.procedureErrors;
    return this.#printsErrors && !this.#hasOtherText ? { value: 0, line: this.result.line } : null;
  }

  /**
   * What a virtual user says of warehouses: `Assigned 5 WIDs = 1 25 49 73 97 based on VU count 24, Warehouses = 5 out of 120`,
   * before version 5 `VU 11 : Assigning WID=10 based on VU count 10, Warehouses = 400 (1 out of 40)`.
   */
  readAssigned(message: string): void {
    const [, vus, count, total] =
      /based on VU count (\d{1,7}), Warehouses = (\d{1,7})(?: out of (\d{1,7}))?/.exec(message) ?? [];
    if (count === undefined) return;
    this.#createdVus ??= Number(vus);
    this.#assigned = Number(total ?? count);
  }

  toTest(settings: Settings): HammerdbTest {
    return {
      vus: this.vus ?? this.#createdVus,
      sessionsPerVu: this.sessionsPerVu,
      warehouses: this.#assigned ?? settings.warehouses,
      allWarehouses: settings.allWarehouses || this.#assigned !== null,
      rampupMinutes: this.rampupMinutes ?? settings.rampupMinutes,
      durationMinutes: settings.durationMinutes,
      duration: this.duration,
      result: this.result,
      failedVus: this.failedVus,
      procedureErrors: this.#errors,
      failedOrders: this.failedOrders,
      serverVersion: this.serverVersion,
      database: settings.database,
      profile: null,
      firstLine: this.firstLine,
    };
  }
}

/** HammerDB draws 1 to 23 for each transaction, and sends a new order for 1 to 10. */
export const TRANSACTIONS_PER_ORDER = 2.3;
/** `New Order Procedure Error set RAISEERROR for Details`, of MySQL `mysqlexec/db server: Deadlock found when trying to get lock`. */
const FAILED_TRANSACTION = /^(?:(\w[\w ]{0,30}) Procedure Error\b|mysql\w{2,10}\/db server: )/;

function plusOne(counted: NumberAt | null, line: number): NumberAt {
  return { value: (counted?.value ?? 0) + 1, line: counted?.line ?? line };
}
