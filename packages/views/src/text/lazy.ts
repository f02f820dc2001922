/** Makes a value when it is first asked for, and once. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
