import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USUAL_NOISE } from '@basecase/analysis';
import { bisect } from '../bisect';
import type { Search } from '../bisect-journal';

/** Result of a build: 1000 before `FIRST`, 900 from it on, and a little noise that follows from the number of the run. */
const RESULT = `
level=1000
[ "\${BASECASE_BUILD#b}" -lt "\${FIRST:-6}" ] || level=900
value=$((level + BASECASE_RUN * 7 % 5 - 2))
echo "{\\"basecaseResults\\":1,\\"tool\\":\\"toy\\",\\"results\\":[{\\"test\\":\\"put\\",\\"value\\":$value,\\"unit\\":\\"ops/s\\"}]}"
`;

/** A directory for a search of the builds b0, b1, ... */
export function madeSearch({
  count = 9,
  before = '',
  after = '',
}: {
  count?: number;
  before?: string;
  after?: string;
}) {
  const root = mkdtempSync(join(tmpdir(), 'basecase-bisect-'));
  const script = join(root, 'run.sh');
  writeFileSync(
    script,
    `cd '${root}'\necho "$BASECASE_RUN $BASECASE_BUILD" >> calls\n${before}\n${RESULT}\n${after}\n`,
  );
  const search: Search = {
    id: `b${root.slice(-6).toLowerCase()}`,
    builds: Array.from({ length: count }, (_, place) => ({ name: `b${place}`, at: null })),
    repository: null,
    script: ['sh', script],
    directory: root,
    test: null,
    metric: 'throughput',
    error: 0.05,
    effect: 0.03,
    mostOfBuild: 16,
    most: 100,
    timeoutSeconds: 300,
    noise: USUAL_NOISE,
    prior: null,
    manifest: { product: 'Toy', server: { name: 'box1' } },
  };
  return { root, search, directory: join(root, 'search'), remove: () => rmSync(root, { recursive: true }) };
}

/** Searches to the end. */
export function searchIn(
  directory: string,
  search: Search | null,
  { test = null, env = {} }: { test?: string | null; env?: Record<string, string> } = {},
) {
  const { signal } = new AbortController();
  return bisect({ directory, search, test, env: { ...process.env, ...env }, signal, onEvent: () => {} });
}
