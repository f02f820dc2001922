import { sampleLogs } from './sample-logs';
import { tarOf } from './upload-bench';

/** Results and runs in each of them. */
export const MADE_UP = { runs: 1, results: 2 };

/** Lines of a file that no parser knows: it is kept, and takes time. */
const FILLER = 'a line of a file that no parser reads, but all keep it!\n';

/**
 * A tarball of one run, the same bytes for the same mark; two marks are two runs.
 *
 * @param kilobytes of files next to the logs
 */
export function madeUpUpload(mark: string, kilobytes = 0): Promise<Buffer> {
  const logs = Object.entries(sampleLogs()).map(([name, text]) => [name, `${text}\n# ${mark}\n`]);
  const fillers = Array.from({ length: Math.ceil(kilobytes / 100) }, (_, index) => [
    `notes.${index}.txt`,
    `${mark} ${index}\n${FILLER.repeat((100 * 1024) / FILLER.length)}`,
  ]);
  const files = [...logs, ...fillers].map(([name, text]) => [`x.pg174_rel.x10a_c8r32.pk1/${name}`, text]);
  return tarOf(Object.fromEntries(files));
}
