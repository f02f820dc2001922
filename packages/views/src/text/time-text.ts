const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-20T18:03:00.000Z`, or its day, as `20 Nov 2026`: from the text, so no time zone can move the day. */
export function dayText(iso: string): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** `20 Nov 2026, 18:03 UTC`: server and browser write the same, wherever they are. */
export function timeText(iso: string): string {
  return `${dayText(iso)}, ${iso.slice(11, 16)} UTC`;
}
