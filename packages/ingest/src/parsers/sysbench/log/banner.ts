/**
 * Not the bare `sysbench 1.0.20` of --version, which appears in lists of installed software:
 * `sysbench 0.4.12:  multi-threaded system evaluation benchmark`, `sysbench 0.5:  multi-...`,
 * `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)`.
 */
const BANNER = /^(?:CPU \d{1,5} )?(sysbench \d+\.\d[\w.-]*)(?=: | \(using )/m;

/** `CPU 0 sysbench 1.0.11 (using ...`: what PerfKit Benchmarker writes before the banner of each CPU. */
export const CPU_PREFIX = /^CPU \d{1,5} (?=sysbench \d)/;

/** Tool and version of the first banner in a text: `sysbench 1.0.20`; null without one. */
export function findBanner(text: string): string | null {
  return BANNER.exec(text)?.[1] ?? null;
}
