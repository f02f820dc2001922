const TOOL = /^(?:vm|io|vmstat|iostat|perf)$/i;
/** `perf.stat`, `perf-stat`, `perfstat` and the scripts' `perf.hw` are one word. */
const PERF = /(^|[._-])perf(?:[._-]?stat|[._-]hw)(?=$|[._-])/i;
const EXTENSION = /\.(?:txt|log|out|res|json|csv|gz)$/;

/**
 * The subject of a vmstat, iostat or perf stat log, taken from its name: `Tier2G_RW_4th` of Tier2G_RW_4th.vmstat.txt, `ro.16` of
 * iostat.ro.16.res. Logs of the two tools that were taken together have one name. A name of nothing but the tool stays
 * as it is.
 */
export function hostTestName(fileName: string): string {
  let name = fileName.replace(PERF, '$1perf');
  while (EXTENSION.test(name)) name = name.replace(EXTENSION, '');
  const words = name.split(/([._-])/);
  const index = words.findIndex((word) => TOOL.test(word));
  if (index < 0 || words.length === 1) return name;
  // The separator is removed with the word: the one before it, or after it at the start of the name.
  words.splice(index === 0 ? 0 : index - 1, 2);
  return words.join('');
}
