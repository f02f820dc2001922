import {
  drawProgress,
  followProgress,
  linesOfEvent,
  type ProgressFollower,
  type RecordEvent,
} from '@basecase/record';
import type { Io } from '../io';

/** Where progress is drawn; of a process it is its error output. */
export interface Terminal {
  isTTY: boolean;
  columns: number;
  rows: number;
  write(text: string): void;
  /** Signs that a font may not have are left out, as is whatever moves the cursor. */
  plain: boolean;
}

const REDRAW_MS = 1000;
const ERASE_BELOW = '\u001b[0J';

/** The error output of this process. */
export function processTerminal(): Terminal {
  const { isTTY, columns, rows } = process.stderr;
  const plain = Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb';
  return {
    isTTY: Boolean(isTTY) && !plain,
    columns: columns ?? 80,
    rows: rows ?? 24,
    write: (text) => void process.stderr.write(text),
    plain: plain || !isTTY,
  };
}

/** Shows a recording: redrawn in place once a second on a terminal, else one line for each event. */
export interface Screen {
  take(event: RecordEvent): void;
  /** Takes the drawing away. */
  clear(): void;
  close(): void;
}

export function openScreen(io: Io, terminal: Terminal): Screen {
  let follower: ProgressFollower | null = null;
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) terminal.write(`\u001b[${drawn}A\r${ERASE_BELOW}`);
    drawn = 0;
  };
  const draw = () => {
    if (!follower || !terminal.isTTY) return;
    const { columns, rows, plain } = terminal;
    const lines = drawProgress(follower.view(), { columns, lines: rows - 1, plain });
    clear();
    terminal.write(`${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  let lastStep = '';
  return {
    take(event) {
      if (event.type === 'begins') {
        if (terminal.isTTY) io.progress(null);
        follower = followProgress(event.plan, event.aboutRounds);
      }
      if (follower) {
        follower.take(event);
        if (!terminal.isTTY)
          for (const line of linesOfEvent(event, follower.view())) io.note(`basecase: ${line}`);
        else if (event.type === 'rounds' || event.type === 'step') draw();
      } else if (event.type === 'step' && event.text !== lastStep) {
        lastStep = event.text;
        if (terminal.isTTY) io.progress(`${event.text} …`);
        else io.note(`basecase: ${event.text}`);
      }
    },
    clear,
    close() {
      clearInterval(timer);
      clear();
      if (terminal.isTTY) io.progress(null);
    },
  };
}
