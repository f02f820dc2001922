import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseLine } from './parse-line';
import { identify } from './process-id';

/** Variable of the environment that every process of a recording has; its value is the id of the recording. */
export const RECORDING_MARK = 'BASECASE_RECORDING';

/** Who works on a recording. */
export const ownerSchema = z.object({ pid: z.int(), startTicks: z.int(), bootId: z.string() });

const lineSchema = ownerSchema.extend({
  group: z.boolean(),
  signal: z.enum(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGKILL']),
  what: z.string(),
});

/** A process that a recorder started, as its list has it. */
export type StartedProcess = z.infer<typeof lineSchema>;

/** Of the text of `processes.ndjson`; a last line that was cut is none. */
export function parseStarted(text: string): StartedProcess[] {
  return text.split('\n').flatMap((line) => parseLine(lineSchema, line) ?? []);
}

/**
 * Processes whose environment carries the mark of a recording: also those that it was killed between starting and
 * writing down.
 */
export function findMarked(id: string): StartedProcess[] {
  const mark = `${RECORDING_MARK}=${id}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const isMarked = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(mark);
        const who = isMarked ? identify(Number(name)) : null;
        return who ? [{ ...who, group: false, signal: 'SIGTERM' as const, what: 'marked' }] : [];
      } catch {
        // Somebody else's process, or one that just ended.
        return [];
      }
    });
}
