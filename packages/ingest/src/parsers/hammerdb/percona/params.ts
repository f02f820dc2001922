import { type LogParser, scoreOf } from '../../parser';
import { textLines } from '../../text-lines';
import { clean } from './clean';

/** bench_params.json of Percona's tpcc-benchmark-framework: what the run was asked to do. */
export interface HammerdbParams {
  type: 'hammerdb-params';
  /** `4.12` */
  hammerdbVersion: string | null;
  warehouses: number | null;
  virtualUsers: number | null;
  rampupSeconds: number | null;
  durationSeconds: number | null;
  /** Words of the person who ran it: `mariadb123 BP 50G VU 1`. */
  label: string | null;
}

export const hammerdbParams: LogParser = {
  kind: 'hammerdb-params',
  score: ({ name, head }) =>
    scoreOf(
      head.includes('"hammerdb_version"') && head.includes('"virtual_users"'),
      name === 'bench_params.json',
    ),
  open() {
    const log: HammerdbParams = {
      type: 'hammerdb-params',
      hammerdbVersion: null,
      warehouses: null,
      virtualUsers: null,
      rampupSeconds: null,
      durationSeconds: null,
      label: null,
    };
    return {
      line: textLines(4096, (text) => {
        for (const [, key = '', string, digits] of text.matchAll(PAIR)) {
          if (string !== undefined && key === 'hammerdb_version') log.hammerdbVersion = clean(string);
          else if (string !== undefined && key === 'label') log.label = clean(string);
          else if (digits !== undefined && isCount(key)) log[COUNTS[key]] = Number(digits);
        }
      }),
      end: () => log,
    };
  },
};

const COUNTS = {
  warehouses: 'warehouses',
  virtual_users: 'virtualUsers',
  rampup_seconds: 'rampupSeconds',
  duration_seconds: 'durationSeconds',
} as const;
/** `  "virtual_users": 64,` */
const PAIR = /"([a-z_]{1,40})"\s*:\s*(?:"([^"]*)"|(\d{1,9})\b)/g;

function isCount(key: string): key is keyof typeof COUNTS {
  return Object.hasOwn(COUNTS, key);
}
