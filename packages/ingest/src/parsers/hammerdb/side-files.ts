import type { LogParser } from '../parser';
import { parseRunFileName } from './names';

/** Other families know some of these by content or by name; they win. */
const BY_NAME = 0.45;
const READ = new Set(['out', 'vm', 'io']);

/** `o.pg.pg181_o2nofp.x10b_c8r32.run.ps`, `....pgs.bg`, `....logfile`: kept with the logs, not read. */
export const hammerdbSideFiles: LogParser = {
  kind: 'hammerdb-side-file',
  score: ({ name }) => {
    const file = parseRunFileName(name);
    return file && !READ.has(file.part) ? BY_NAME : 0;
  },
  open: null,
};
