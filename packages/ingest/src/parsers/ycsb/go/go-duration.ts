/** `4m25.292657267s`, `331.4ms`, `1h0m0.01s`: time.Duration of Go, largest unit first. */
const DURATION = /^(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,12}(?:\.\d{1,9})?)(s|ms|us|µs|ns))?$/;
const EXPONENTS: Readonly<Record<string, number>> = { s: 0, ms: -3, us: -6, µs: -6, ns: -9 };

/** Seconds of a duration as Go prints it; null for other texts. */
export function parseGoDuration(text: string): number | null {
  const [found, hours, minutes, rest, unit = 's'] = DURATION.exec(text) ?? [];
  if (found === undefined || found === '') return null;
  const seconds = rest === undefined ? 0 : Number(`${rest}e${EXPONENTS[unit] ?? 0}`);
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds;
}
