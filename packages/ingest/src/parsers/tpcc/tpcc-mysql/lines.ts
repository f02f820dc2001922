/** Quote marks of a pasted block. */
const PREFIX = String.raw`^[\t >]{0,40}`;
const NUMBER = String.raw`(\d+(?:\.\d+)?)`;

/**
 * `  [0] sc:481189 lt:584832  rt:0  fl:0 avg_rt: 5.3 (5)`: in time, late, retried, failed, average and limit in
 * milliseconds. Older releases print no average. Source: main.c of github.com/Percona-Lab/tpcc-mysql.
 */
export const RAW = new RegExp(
  String.raw`${PREFIX}\[(\d)\] sc: ?(\d+) +lt: ?(\d+) +rt: ?(\d+) +fl: ?(\d+)(?: +avg_rt: ${NUMBER} \(${NUMBER}\))? *$`,
);
/** `|New-Order| sc: 93779  lt: 0  fl: 926`, of an imitation in Rust. */
export const NAMED_RAW = new RegExp(
  String.raw`${PREFIX}\|([A-Z][A-Za-z-]{2,20})\| sc: (\d+) +lt: (\d+) +fl: (\d+) *$`,
);
/** `| New-Order    |  468621 |    0 |    4749 | 473370 |` of its later releases: the last column is the sum. */
export const TABLE_RAW = new RegExp(
  String.raw`${PREFIX}\| ([A-Z][A-Za-z-]{2,20}) {1,20}\| +(\d+) \| +(\d+) \| +(\d+) \| +\d+ \|$`,
);
/** ` in 60 sec.`, `Transaction Summary (elapsed 720.0s)` */
export const SECONDS = new RegExp(
  String.raw`${PREFIX}(?:in ${NUMBER} sec\.|Transaction Summary \(elapsed ${NUMBER}s\))$`,
);
/**
 * `   New-Order : 0.002  (0.004)`: the bucket that 90% are up to, and the longest time. Three digits after the point are
 * seconds. Releases in C print two, of times that the later ones count in milliseconds: their unit is not known.
 */
export const PERCENTILE = new RegExp(
  String.raw`${PREFIX}([A-Z][A-Za-z-]{2,20}) : (\d+\.\d{2,3})  \((\d+\.\d{2,3})\)$`,
);
/** `1.New-Order` above the buckets of a type. */
export const HISTOGRAM = new RegExp(String.raw`${PREFIX}\d\.([A-Z][A-Za-z-]{2,20})$`);
/** `0.001,  20973`: upper bound in seconds, and transactions. */
export const BUCKET = new RegExp(String.raw`${PREFIX}(\d+\.\d{3}), +(\d+)$`);
/** `                 1066021.000 TpmC   `, `7815 tpmC` */
export const TPMC = new RegExp(`${PREFIX}${NUMBER} [Tt]pm[Cc] *$`);
/** `  [warehouse]: 1500`, `     [rampup]: 10 (sec.)` */
export const PARAMETER = new RegExp(
  String.raw`${PREFIX}\[(warehouse|connection|rampup|measure)\]: (\d+)(?: \(sec\.\))?$`,
);
/**
 * `  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1294|443.955, 1293|670.842`:
 * new orders of the interval, then count and largest time of the other types, all in milliseconds.
 */
export const PROGRESS = new RegExp(
  String.raw`${PREFIX}(\d+), trx: (\d+), 95%?: ${NUMBER}, 99%?: ${NUMBER}, max_rt: ${NUMBER}, (\d+)\|${NUMBER}, (\d+)\|${NUMBER}, (\d+)\|${NUMBER}, (\d+)\|${NUMBER}$`,
);
/** `      New-Order: 4.62%  [NG] *` */
export const CONSTRAINT = new RegExp(
  String.raw`${PREFIX}([A-Z][A-Za-z-]{2,20}): ([\d.]{1,12})%? {0,4}(?:\(>= ?[\d.]{1,12}%?\))? {0,4}\[(OK|Ok|NG)\]`,
);
export const RAW_HEADING = new RegExp(`${PREFIX}<Raw Results>`);
/** The same numbers, summed up in another way: they differ a little. */
export const SECOND_HEADING = new RegExp(`${PREFIX}<Raw Results2`);
/** Three digits after the point. */
export const isSeconds = (text: string) => /\.\d{3}$/.test(text);
export const PERCENTAGE_HEADING = new RegExp(String.raw`${PREFIX}\[transaction percentage\]`);
export const BANNER = new RegExp(String.raw`${PREFIX}(?:\*{3} ###easy### TPC-C Load Generator|<Parameters>)`);
