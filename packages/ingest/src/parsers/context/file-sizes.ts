import type { FactInput } from '../../files/details-builder';
import { contextParser, factsOf } from './facts';

/** `27G<TAB>/data/m/pg/base` of du; `-rw-r--r-- 1 u g 19026 Nov 21 02:49 LOG` of ls -l; ` 12K 16385` of ls -s. */
const DU = /^(\d+(?:\.\d+)?[KMGTP]?)\t(\S.*)$/;
const LS_LONG = /^[-dlrwxsStT]{10}[.+@]? +\d+ +\S+ +\S+ +(\d+(?:\.\d+)?[KMGTP]?) +\S+ +\S+ +\S+ +(\S.*)$/;
const LS_SIZE = /^ *(\d+(?:\.\d+)?[KMGTP]?) (\S.*)$/;
/** `/dev/vda  252G  13G  79G  14% /` */
const DF = /^(\S+) +(\d\S*) +(\d\S*) +(\d\S*) +(\d+)% +(\/.*)$/;
const HEAD = /^Filesystem +\S+ +Used +Avail\S* +(?:Use|Capacity)% +Mounted on\n|^\d+(?:\.\d+)?[KMGTP]?\t\/\S/;
/** `/data/m/pg/base:` before the files of a directory. */
const DIRECTORY = /^(\/.{0,500}):$/;

/** Sizes on disk: `sb.sz`, `sb.ls.N`, `sb.lsh.r`, `sb.lsa`, `sb.ts`, `o.<sfx>.df`, `o.<sfx>.sizes`. */
export const fileSizes = contextParser({
  kind: 'file_sizes',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?(?:ls|lsh|lsa|lsr|sz|ts|df|du|sizes|tablesizes?)(?:\.|$)/,
  content: HEAD,
  hasStorage: true,
  details: factsOf((facts) => {
    let group: string | null = null;
    let previous = '';
    return {
      line(text, line) {
        const directory = DIRECTORY.exec(text)?.[1];
        const disk = DF.exec(text);
        const entry = LS_LONG.exec(text) ?? DU.exec(text) ?? LS_SIZE.exec(text);
        const [, value = '', name = '.'] = entry ?? [];
        const add = (fact: Pick<FactInput, 'group' | 'name' | 'value'>, unit: number) =>
          facts.add({ ...fact, number: toBytes(fact.value, unit), line, unit: 'bytes' });
        if (directory !== undefined) group = directory;
        else if (disk) {
          for (const [index, what] of ['size', 'used', 'available'].entries())
            add({ group: disk[6] ?? '', name: what, value: disk[index + 2] ?? '' }, 1024);
          // Numbers without a unit are KiB in du and ls -s, bytes in ls -l.
        } else if (name !== '.' && name !== '..') add({ group, name, value }, LS_LONG.test(text) ? 1 : 1024);
        // `sum of data and index length columns in GB`, and its numbers on separate lines.
        else if (/^\d+\.\d+$/.test(text) && previous !== '') facts.add({ name: previous, value: text, line });
        else previous = text;
      },
    };
  }),
});

const POWERS = 'KMGTP';

/** `27G` in bytes, as far as it is printed. */
function toBytes(text: string, unit: number): number | null {
  const found = /^(\d+(?:\.\d+)?)([KMGTP]?)$/.exec(text);
  if (!found) return null;
  const power = found[2] === '' ? null : POWERS.indexOf(found[2] ?? '') + 1;
  return Number(found[1]) * (power === null ? unit : 1024 ** power);
}
