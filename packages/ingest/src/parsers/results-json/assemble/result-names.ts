import { addToGroup } from '../../../assemble/add-to-group';
import type { NormalizedResult } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import type { RunPart } from '../../family';
import { hostTestName } from '../../host/host-test-name';

interface NamedResult {
  result: NormalizedResult;
  version: string | undefined;
}

const CPU_TIME = /(?:^|[._-])cputime(?=$|[._-])/i;
const ALONE = /^(?:vmstat|iostat|vm|io|)$/i;

/** True for the name of a log that says nothing but the tool: `vmstat.txt`. */
export function isBare(fileName: string): boolean {
  return ALONE.test(hostTestName(fileName).replace(CPU_TIME, ''));
}

/** The subject of a log, taken from its name, as `ResultNames` knows it. */
export function wordsOf(fileName: string): string {
  return plain(hostTestName(fileName).replace(CPU_TIME, ''));
}

/** File names hold no slash and few signs: `load/hits 2` and `load-hits_2` are one name. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Results by the names that an accompanying file may have: the test alone, or with its repeat, version or clients. */
export class ResultNames {
  readonly all: readonly NamedResult[];
  readonly #byName = new Map<string, NamedResult[]>();

  constructor(parts: readonly RunPart[]) {
    this.all = parts.flatMap(({ said, results }) =>
      results.map((result) => ({ result, version: said?.version })),
    );
    for (const named of this.all) {
      for (const name of namesOf(named)) addToGroup(this.#byName, name, named);
    }
  }

  named(name: string): readonly NamedResult[] {
    return this.#byName.get(name) ?? [];
  }
}

function namesOf({ version, result: { test, range, repeat, clients } }: NamedResult): Set<string> {
  const more = [
    ...[`${repeat}`, `r${repeat}`, `repeat${repeat}`, `run${repeat}`],
    ...(version === undefined ? [] : [version, `v${version}`]),
    ...(clients === null ? [] : [`c${clients}`, `dop${clients}`, `clients${clients}`]),
  ];
  const tests = [test, testLabel(test, range)];
  return new Set(tests.flatMap((name) => [plain(name), ...more.map((word) => plain(`${name}-${word}`))]));
}
