import { MAX_TEST_NAME } from '../model/test-label';
import { isStorableText } from '../model/words/storable-text';
import type { AssembleContext, RunPart } from '../parsers/family';

/**
 * Leaves out results and parts with a name that no database stores: it would fail the whole upload. Each is reported with
 * the line of its first number.
 */
export function withStorableNames(
  parts: readonly RunPart[],
  { note }: Pick<AssembleContext, 'note'>,
): RunPart[] {
  return parts.flatMap((part) => {
    const { variant, workload, benchmark, label } = part;
    const names = [benchmark, label, ...Object.values(variant), workload.label];
    const bad = names.find((name) => typeof name === 'string' && !isStorableText(name));
    if (bad !== undefined) {
      const first = part.results.flatMap(({ measurements }) => measurements)[0];
      note('NAME_UNSTORABLE', first?.file ?? null, messageOf(String(bad)), first?.line ?? null);
      return [];
    }
    const results = part.results.filter(({ test, unit, measurements }) => {
      const name = [test, unit, ...measurements.map(({ metric }) => metric)].find(
        (each) => !isStorableText(each),
      );
      const isLong = test.length > MAX_TEST_NAME;
      if (name === undefined && !isLong) return true;
      const [first] = measurements;
      const message = name === undefined ? longMessageOf(test) : messageOf(name);
      note('NAME_UNSTORABLE', first?.file ?? null, message, first?.line ?? null);
      return false;
    });
    return [results.length === part.results.length ? part : { ...part, results }];
  });
}

function longMessageOf(test: string): string {
  return `${JSON.stringify(test.slice(0, 60))}… has ${test.length} characters, and a test at most ${MAX_TEST_NAME}. Left out.`;
}

/** The name in quotes, its characters escaped as in JSON. */
function messageOf(name: string): string {
  return `${JSON.stringify(name.slice(0, 60))} holds NUL or half of a surrogate pair, which cannot be stored. Left out.`;
}
