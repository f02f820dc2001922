/**
 * The entry of a table for a name that comes from a file or from a person: `constructor` is the name of none.
 *
 * @returns undefined where the table itself has no such entry
 */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
