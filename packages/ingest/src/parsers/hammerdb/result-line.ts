import type { HammerdbResult } from './hammerdb-log';

/** `TEST RESULT : System achieved 400301 NOPM from 932861 SQL Server TPM` */
const NOPM_FIRST = /TEST RESULT : System achieved (\d{1,15}) NOPM from (\d{1,15}) (\S[\w .-]*?) TPM\b/;
/** Version 3 and before: `TEST RESULT : System achieved 60501 SQL Server TPM at 13207 NOPM` */
const TPM_FIRST = /TEST RESULT : System achieved (\d{1,15}) (\S[\w .-]*?) TPM at (\d{1,15}) NOPM\b/;

export function isResultLine(text: string): boolean {
  return text.includes('TEST RESULT :');
}

/** The result in either order of words; null when the line is cut or says something else. */
export function parseResultLine(text: string, line: number): HammerdbResult | null {
  const [found, nopm, tpm, driver = ''] = NOPM_FIRST.exec(text) ?? [];
  if (found) return { nopm: Number(nopm), tpm: Number(tpm), driver, line };
  const [old, oldTpm, oldDriver = '', oldNopm] = TPM_FIRST.exec(text) ?? [];
  return old ? { nopm: Number(oldNopm), tpm: Number(oldTpm), driver: oldDriver, line } : null;
}

/** `8 Active Virtual Users configured`, `5 VU * 10 AC = 50 Active Sessions configured` */
const ACTIVE = /^(\d{1,7}) Active Virtual Users? configured/;
const SESSIONS = /^(\d{1,7}) VU \* (\d{1,7}) AC = \d+ Active Sessions configured/;

/** Virtual users without the monitor, and sessions of each when they are asynchronous. */
export function parseActiveUsers(text: string): { vus: number; sessionsPerVu: number | null } | null {
  const active = ACTIVE.exec(text);
  if (active) return { vus: Number(active[1]), sessionsPerVu: null };
  const sessions = SESSIONS.exec(text);
  return sessions ? { vus: Number(sessions[1]), sessionsPerVu: Number(sessions[2]) } : null;
}

/** What the monitor says of the test, with numbers. */
export const MONITOR_LINES: readonly RegExp[] = [
  /^Vuser \d{1,7}:Timing test period of \d{1,7} in minutes/,
  /^Vuser \d{1,7}:Beginning rampup time of \d{1,7} minutes?/,
  /^Vuser \d{1,7}:\d{1,7} Active Virtual Users? configured/,
  /^Vuser \d{1,7}:\d{1,7} VU \* \d{1,7} AC = \d+ Active Sessions configured/,
];
