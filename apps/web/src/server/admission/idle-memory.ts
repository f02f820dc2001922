import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RequestClass } from './lanes';

/** After this time without a request, open pages have what they need. */
const IDLE_MS = 20_000;

/**
 * Gives memory back after the last of many requests. V8 collects garbage when it needs room, so a process that has nothing to do keeps
 * what its busiest minute took.
 *
 * @param forget what is quickly made again
 * @returns to be called after each answered request
 */
export function freeWhenIdle(
  forget: () => void,
  collect: () => void = collector(),
): (kind: RequestClass) => void {
  let timer: NodeJS.Timeout | null = null;
  const free = () => {
    forget();
    collect();
  };
  return (kind) => {
    // Supervisors ask for health all the time.
    if (kind === 'control' || kind === 'static') return;
    timer ??= setTimeout(free, IDLE_MS).unref();
    timer.refresh();
  };
}

/** V8's own collection of everything. The second one frees the memory of buffers that the first one found to be unused. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  return () => {
    collect();
    setImmediate(collect);
  };
}
