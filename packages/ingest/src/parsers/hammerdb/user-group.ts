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

  countFailed(line: number): void {
    this.#failedLines = plusOne(this.#failedLines, line);
  }

  /** `Error in Virtual User 7: ERROR:  invalid transaction termination` */
  countError(text: string, line: number): void {
    this.#errorLines = plusOne(this.#errorLines, line);
    this.error ??= { line, text };
  }

  countProcedureError(line: number): void {
    this.procedureErrors = plusOne(this.procedureErrors, line);
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
      procedureErrors: this.procedureErrors,
      serverVersion: this.serverVersion,
      database: settings.database,
      profile: null,
      firstLine: this.firstLine,
    };
  }
}

function plusOne(counted: NumberAt | null, line: number): NumberAt {
  return { value: (counted?.value ?? 0) + 1, line: counted?.line ?? line };
}
