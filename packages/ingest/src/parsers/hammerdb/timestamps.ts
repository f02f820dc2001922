const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Mon Apr 14 13:18:34 BST 2025`: the zone is a name that is not unique, and differences do not need it. */
const TCL_CLOCK = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) \S{1,8} (\d{4})$/;
/** `2025-04-14 17:09:51` */
const ISO = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Seconds of a time as HammerDB prints it, as if it were UTC: good for differences only. Null for anything else. */
export function toEpochSeconds(text: string | undefined): number | null {
  if (text === undefined) return null;
  const iso = ISO.exec(text);
  if (iso) {
    const [year = 0, month = 1, ...rest] = iso.slice(1).map(Number);
    return seconds([year, month - 1, ...rest]);
  }
  const [found, month = '', day, hours, minutes, second, year] = TCL_CLOCK.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  if (found === undefined || index < 0) return null;
  return seconds([Number(year), index, ...[day, hours, minutes, second].map(Number)]);
}

function seconds([
  year = 0,
  month = 0,
  day = 1,
  hours = 0,
  minutes = 0,
  second = 0,
]: readonly number[]): number {
  return Date.UTC(year, month, day, hours, minutes, second) / 1000;
}
