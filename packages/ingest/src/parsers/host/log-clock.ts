const DAY = 86_400;
/** `10:33:22`, `10:33:22 AM`, `2026-11-20T20:56:20-0700`: dates differ by locale, times hardly. */
const TIME = /(?:^|[\sT])(\d{1,2}):(\d{2}):(\d{2})(?:\s*([AP])\.?M\b)?/i;
/** `10.33.22` of a few locales. At the end only: dates have dots too. */
const DOTTED = /(?:^|\s)(\d{1,2})\.(\d{2})\.(\d{2})\s*$/;

/** Seconds between the times that a log prints, in any locale. */
export class LogClock {
  #first: number | null = null;
  #last = 0;
  #days = 0;

  /** Seconds since the first time of the log; null when the text holds none. The clock continues over midnight. */
  at(text: string): number | null {
    const time = secondOfDay(text);
    if (time === null) return null;
    if (this.#first === null) this.#first = time;
    // An hour back is the end of summer time, not a new day.
    else if (this.#last - time > DAY / 2) this.#days += 1;
    this.#last = time;
    return time + this.#days * DAY - this.#first;
  }
}

function secondOfDay(text: string): number | null {
  const [, hour, minute, second, half] = TIME.exec(text) ?? DOTTED.exec(text) ?? [];
  if (hour === undefined) return null;
  const afternoon = half?.toUpperCase() === 'P' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon;
  const seconds = hours * 3600 + Number(minute) * 60 + Number(second);
  return seconds <= DAY ? seconds : null;
}
