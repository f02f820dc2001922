import type { LogParser, ParsedLog } from '../parser';
import { textLines } from '../text-lines';

/** Settings that a script wrote next to the log of a run: `params.txt`. */
export interface RunSettingsLog extends ParsedLog {
  type: 'run-settings';
  settings: ReadonlyMap<string, string>;
}

const NAME = /^(?:run[-_]?)?(?:params?|parameters|settings)\.(?:txt|conf|env)$|\.params$/i;
/** `buffer_pool: 30`, `memlimit=60`; also without a value. */
const PAIR = /^([A-Za-z][\w.-]{0,59})\s*[:=]\s*(.{0,200})$/;
const MAX_PAIRS = 100;

/**
 * Settings of a run, one on each line. They are known properties of the logs in their directory.
 *
 * buffer_pool: 30
 * memlimit: 60
 */
export const runSettings: LogParser = {
  kind: 'run_settings',
  about: 'settings of a run next to its log: `buffer_pool: 30`, one on each line (params.txt)',
  score({ name, head }) {
    if (!NAME.test(name)) return 0;
    const lines = head.split('\n').filter((line) => line.trim() !== '');
    return lines.length > 0 && lines.length <= MAX_PAIRS && lines.every((line) => PAIR.test(line.trim()))
      ? 1
      : 0;
  },
  open() {
    const settings = new Map<string, string>();
    return {
      line: textLines(300, (text) => {
        const [, name, value = ''] = PAIR.exec(text.trim()) ?? [];
        if (name !== undefined && settings.size < MAX_PAIRS) settings.set(name.toLowerCase(), value.trim());
      }),
      end: (): RunSettingsLog => ({ type: 'run-settings', settings }),
    };
  },
};
