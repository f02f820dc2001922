import { spawn } from 'node:child_process';
import { identify } from './process-id';

/** Environment variable that names the recorder of a process: a resumed recorder has another value. */
const RECORDER_MARK = 'BASECASE_RECORDER';

/** How long they may take to end when they are asked to, in seconds. */
const GRACE_SECONDS = 15;

/**
 * Waits for the end of its input, which comes when the recorder is gone in whatever way, and ends what is left of it.
 * Each process is known by its environment, never by its name. PostgreSQL and the others end their own processes.
 */
const SCRIPT = `
cat > /dev/null
left=
for place in /proc/[0-9]*; do
  if tr '\\0' '\\n' < "$place/environ" 2> /dev/null | grep -qxF "$1"; then left="$left \${place#/proc/}"; fi
done
[ -n "$left" ] || exit 0
kill -TERM $left 2> /dev/null
tries=$2
while [ -n "$left" ] && [ "$tries" -gt 0 ]; do
  sleep 1
  tries=$((tries - 1))
  alive=
  for pid in $left; do if kill -0 "$pid" 2> /dev/null; then alive="$alive $pid"; fi; done
  left=$alive
done
[ -z "$left" ] || kill -KILL $left 2> /dev/null
`;

export interface Guardian {
  /** The environment of each process of the recorder. */
  environment: Readonly<Record<string, string>>;
  /** Nothing is left to be watched. */
  dismiss(): void;
}

/** Starts a process that ends what this one started, should it be killed (`kill -9`, a crash). */
export function postGuardian(): Guardian {
  const self = identify(process.pid);
  const value = `${process.pid}-${self?.startTicks ?? 0}-${Date.now()}`;
  const child = spawn('sh', ['-c', SCRIPT, 'guardian', `${RECORDER_MARK}=${value}`, String(GRACE_SECONDS)], {
    // Neither Ctrl-C nor what ends the recorder reaches it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the guardian is missing; a resumed recorder still has the list of processes.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  return { environment: { [RECORDER_MARK]: value }, dismiss: () => void child.stdin?.end() };
}
