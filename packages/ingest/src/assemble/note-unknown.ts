import type { NormalizedRun, Variant } from '../model/run';
import { testInfo } from '../model/test';
import type { AssembleContext } from '../parsers/family';

/** Says once which versions and tests the registries do not know. */
export function noteUnknown(runs: readonly NormalizedRun[], context: Pick<AssembleContext, 'note'>): void {
  const versions = new Set<string>();
  const tests = new Set<string>();
  for (const run of runs) {
    if (!run.variant.versionKnown && !versions.has(run.label)) {
      versions.add(run.label);
      context.note('UNKNOWN_VERSION', run.path, describeUnknown(run.variant));
    }
    for (const { test, range } of run.results) {
      if (testInfo(run.benchmark, test, range).known || tests.has(test)) continue;
      tests.add(test);
      context.note(
        'UNKNOWN_TEST',
        run.path,
        `test ${test} is not in the registry; shown in the group "other"`,
      );
    }
  }
}

function describeUnknown({ version }: Variant): string {
  return `unknown version format "${version}"; kept as text and ordered last. basecase.json can name the version.`;
}
