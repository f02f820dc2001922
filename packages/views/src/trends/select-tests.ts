import type { TestChoice } from '@basecase/db/types';
import { type NamedTest, testAliases } from '../text/test-aliases';
import { ALL_TESTS, GROUP_PREFIX } from './trends-state';

export interface SelectedTests {
  /** As in the URL. */
  test: string;
  title: string;
  isMean: boolean;
  tests: { keys: string[]; unit: string }[];
}

export interface TestOptions {
  groups: { id: string; label: string; tests: { key: string; label: string }[] }[];
}

const RANGE = /^(.*)_range=(\d+)$/;

/** A test that another table has without its range is one test here. */
function joinAliases(tests: readonly TestChoice[]): (TestChoice & { keys: string[] })[] {
  const aliases = testAliases(tests.map(toNamed));
  return tests.flatMap((test) => {
    if (aliases.has(test.key)) return [];
    const others = [...aliases].flatMap(([alias, key]) => (key === test.key ? [alias] : []));
    return [{ ...test, keys: [test.key, ...others] }];
  });
}

function toNamed({ key }: TestChoice): NamedTest {
  const [, name = key, range] = RANGE.exec(key) ?? [];
  return { key, name, range: range === undefined ? null : Number(range) };
}

/** Which tests a state means: one, a group, or all; a test that is not there means all. */
export function selectTests(all: readonly TestChoice[], wanted: string): SelectedTests {
  const tests = joinAliases(all);
  const one = tests.find(({ keys }) => keys.includes(wanted));
  if (one) return { test: one.key, title: testName(one.key), isMean: false, tests: [one] };
  const group = wanted.startsWith(GROUP_PREFIX) ? wanted.slice(GROUP_PREFIX.length) : '';
  const own = tests.filter((test) => test.group === group);
  const [first] = own;
  if (first) return { test: wanted, title: `${first.groupLabel}, geometric mean`, isMean: true, tests: own };
  return { test: ALL_TESTS, title: 'All tests, geometric mean', isMean: true, tests };
}

/** What the select of tests offers, by group. */
export function testOptions(all: readonly TestChoice[]): TestOptions {
  const tests = joinAliases(all);
  const labels = new Map(tests.map(({ group, groupLabel }) => [group, groupLabel]));
  return {
    groups: [...labels].map(([id, label]) => ({
      id,
      label,
      tests: tests.flatMap(({ key, group }) => (group === id ? [{ key, label: testName(key) }] : [])),
    })),
  };
}

/** `read-only range=100`. */
function testName(key: string): string {
  return key.replace('_range=', ' range=');
}
