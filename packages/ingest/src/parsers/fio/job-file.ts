import { containsAny } from '../../text/contains-any';
import type { LogParser } from '../parser';

/** One of them is in whatever a pattern for options finds. */
const LITERALS = ['rw', 'readwrite', 'ioengine'];
const SECTION = /^\[[^\]\r\n]{1,100}\][ \t]*\r?$/m;
const OPTION = /^[ \t]*(?:rw|readwrite|ioengine)[ \t]*=[ \t]*\w/m;
/** Lines of output only: scripts print the job before they run it. */
const OUTPUT = /: \(g=\d+\): rw=|\(groupid=\d+, jobs=\d+\)|"fio version"|^[345];fio-/m;

/**
 * A job file: what fio is to do, not what it measured. It is named like output often enough (`randread.fio`).
 *
 *     [global]
 *     ioengine=libaio
 *     [randread]
 *     rw=randread
 */
export const fioJobFile: LogParser = {
  kind: 'fio-job',
  about: 'settings of fio: sections with rw= or ioengine=',
  score: ({ name, head }) => {
    if (!containsAny(head, LITERALS) || !OPTION.test(head) || !SECTION.test(head) || OUTPUT.test(head))
      return 0;
    return /\.(?:fio|ini|job)$/.test(name) ? 1 : 0.9;
  },
  open: null,
};
