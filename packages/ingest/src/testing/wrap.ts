/** A stamp of a line, later with each line. */
export function clock(index: number): string {
  const two = (value: number) => String(value % 60).padStart(2, '0');
  return `${two(10 + Math.floor(index / 3600))}:${two(Math.floor(index / 60))}:${two(index)}`;
}

/** Prefixes that CI systems and containers put before every line of a log. */
export const WRAPPINGS: Readonly<Record<string, (line: string, index: number) => string>> = {
  'GitHub Actions': (line, index) => `2024-05-01T${clock(index)}.1234567Z ${line}`,
  'gh run view --log': (line, index) =>
    `bench (16, x64)\tRun sysbench\t${index === 0 ? '\xef\xbb\xbf' : ''}2024-05-01T${clock(index)}.1234567Z ${line}`,
  GitLab: (line, index) => `2024-05-01T${clock(index)}.123456Z 01${index % 7 === 3 ? 'E' : 'O'} ${line}`,
  Jenkins: (line, index) => `[2024-05-01T${clock(index)}.123Z] ${line}`,
  'Jenkins, as its pages show it': (line, index) => `${clock(index)}  ${line}`,
  TeamCity: (line, index) => `[${clock(index)}]${index === 2 ? 'W' : ' '}:\t [Step 2/3] ${line}`,
  Buildkite: (line, index) => `\u001b_bk;t=17145678${String(90_123 + index)}\u0007${line}`,
  'docker compose': (line) => `sysbench-1  | ${line}`,
  'docker compose 1': (line) => `\u001b[36mbench_1     |\u001b[0m ${line}`,
  'docker logs -t': (line, index) => `2024-05-01T${clock(index)}.123456789Z ${line}`,
  'kubectl logs --prefix --timestamps': (line, index) =>
    `[pod/bench-x7k2p/sysbench] 2024-05-01T${clock(index)}.123456789+02:00 ${line}`,
  containerd: (line, index) => `2024-05-01T${clock(index)}.123456789Z stdout F ${line}`,
  ts: (line, index) => `May 01 ${clock(index)} ${line}`,
  'ts with a date': (line, index) => `[2024-05-01 ${clock(index)}] ${line}`,
  'ts -s': (line, index) => `${clock(index)} ${line}`,
  journalctl: (line, index) => `May 01 ${clock(index)} db1 run-bench.sh[4711]: ${line}`,
  'compose in GitHub Actions': (line, index) => `2024-05-01T${clock(index)}.1234567Z pgbench-1   | ${line}`,
  colours: (line) => (line === '' ? '' : `\u001b[0m\u001b[32;1m${line}\u001b[0m`),
};

/** @param bytes a log; a line end at its end is kept */
export function wrap(bytes: Buffer, wrapping: (line: string, index: number) => string): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  const end = lines.at(-1) === '' ? lines.pop() : null;
  const text = lines.map((line, index) => {
    const isCrLf = line.endsWith('\r');
    return `${wrapping(isCrLf ? line.slice(0, -1) : line, index)}${isCrLf ? '\r' : ''}`;
  });
  return Buffer.from(text.join('\n') + (end === null ? '' : '\n'), 'latin1');
}
