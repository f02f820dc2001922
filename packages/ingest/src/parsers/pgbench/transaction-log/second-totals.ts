/** What the rows of one second add up to. */
interface SecondTotal {
  second: number;
  sum: number;
  count: number;
  max: number;
  /** Of its first row. */
  line: number;
}

/** Adds up the rows of each second, one second at a time. */
export function newSecondTotals(take: (total: SecondTotal) => void) {
  let open: SecondTotal | null = null;

  const close = (): void => {
    if (open) take(open);
    open = null;
  };

  return {
    /** The second that is open; null before the first row. */
    get second(): number | null {
      return open?.second ?? null;
    },

    add(second: number, value: number, line: number): void {
      if (open?.second !== second) close();
      open ??= { second, sum: 0, count: 0, max: 0, line };
      open.sum += value;
      open.count += 1;
      open.max = Math.max(open.max, value);
    },
    close,
  };
}
