import path from 'node:path';

/** Adds a value to those of its key. A new array for each value would take the square of their number. */
export function addToGroup<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

/** Values by key, keys in the order of their first value. `Map.groupBy` is not in Node.js 20. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) addToGroup(groups, keyOf(value), value);
  return groups;
}

/** Files by their directories. */
export function byDirectory<File extends { path: string }>(files: Iterable<File>): Map<string, File[]> {
  return groupBy(files, (file) => path.posix.dirname(file.path));
}
