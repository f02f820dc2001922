import { COMMANDS } from '../command-list';
import type { Io, Settings } from '../io';
import { main } from '../main';

// Compiling a command takes longer than most tests of it: that is not their time.
await Promise.all(COMMANDS.map(({ load }) => load()));

/** What one command line did. */
export interface Captured {
  code: number;
  stdout: string;
  stderr: string;
}

interface CaptureOptions {
  cwd?: string;
  env?: Settings;
  /** Lines that a person types; with them there is a terminal. */
  answers?: string[];
}

/** Runs a command line in this process. */
export async function runCaptured(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, answers }: CaptureOptions = {},
): Promise<Captured> {
  const printed: string[] = [];
  const noted: string[] = [];
  const io: Io = {
    async print(text) {
      printed.push(text);
    },
    note: (line) => void noted.push(`${line}\n`),
    cwd,
    env,
    progress: () => undefined,
    ...(answers && {
      async ask(question: string) {
        printed.push(question);
        return answers.shift() ?? 'q';
      },
    }),
  };
  const code = await main(args, io);
  return { code, stdout: printed.join(''), stderr: noted.join('') };
}
