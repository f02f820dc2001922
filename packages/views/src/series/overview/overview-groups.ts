import { groupBy } from '../../text/group-by';
import type { TestKind, TestReading } from './read-test';

/** Tests under one heading: those with something to say come first, and none stands twice. */
export interface ReadingGroup {
  /** `changed`, `possible`, `absent`, or that of the domain's group. */
  id: string;
  label: string;
  readings: TestReading[];
}

const FIRST: readonly { id: string; label: string; kinds: readonly TestKind[] }[] = [
  { id: 'changed', label: 'Changed', kinds: ['slower', 'faster', 'moved'] },
  { id: 'possible', label: 'Possible only', kinds: ['possible'] },
  { id: 'beside', label: 'Not charged', kinds: ['beside'] },
  { id: 'absent', label: 'Not measured', kinds: ['absent'] },
];

/** Ids of groups are those of the domain: none of them may be one of the first. */
const DOMAIN = 'tests-';

/** The groups of some tests, each in the order in which it is read. */
export function groupReadings(readings: readonly TestReading[]): ReadingGroup[] {
  const first = FIRST.map(({ id, label, kinds }) => {
    const own = readings.filter(({ kind }) => kinds.includes(kind));
    return { id, label, readings: id === 'absent' ? own : own.toSorted(bySize) };
  });
  const rest = readings.filter(({ kind }) => !FIRST.some(({ kinds }) => kinds.includes(kind)));
  const domain = [...groupBy(rest, ({ test }) => test.test.group)].map(([group, own]) => ({
    id: DOMAIN + group,
    label: own[0]?.test.test.groupLabel ?? group,
    readings: own,
  }));
  return [...first, ...domain].filter(({ readings: own }) => own.length > 0);
}

/** The largest effect first; what came to where the base is follows all that are away from it. */
function bySize(a: TestReading, b: TestReading): number {
  return Number(a.kind === 'moved') - Number(b.kind === 'moved') || sizeOf(b) - sizeOf(a);
}

/** How far a test is from the base; of one that came there how far its last change went. */
function sizeOf({ kind, now, began }: TestReading): number {
  const ratio = kind === 'moved' ? began?.ratio : now?.ratio;
  return Math.abs(Math.log(ratio ?? 1));
}
