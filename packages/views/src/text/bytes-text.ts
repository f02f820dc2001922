const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;
const WHOLE_FROM = 100;

/** `482 B`, `12.3 KB`, `1.0 GB`: decimal units, as file managers and `ls -lh --si` have them. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 KB would be shown as 1000.0 KB.
  while (value >= STEP - 0.05 && unit < UNITS.length - 1 && bytes >= STEP) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || value >= WHOLE_FROM ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
