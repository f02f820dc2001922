import { formatFixed, formatRatio } from '@basecase/analysis';
/** `20 136`, `1.23`: an amount per second. */
export function amount(value: number | null): string {
  if (value === null) return '';
  if (value < 10) return formatFixed(value, 2);
  return Math.round(value)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}

/** `± 2.1%` of a half width on the log scale. */
export function plusMinus(half: number | null): string {
  if (half === null) return '';
  const percent = half * 100;
  return `± ${formatFixed(percent, percent >= 10 ? 0 : 1)}%`;
}

/** `0.93` of a change on the log scale. */
export function ratio(x: number): string {
  return formatRatio(Math.exp(x));
}

/** `45 s`, `26 min`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** `3%`, `2.5%` */
export function percent(share: number): string {
  return `${+(share * 100).toFixed(1)}%`;
}
