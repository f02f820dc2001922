/** Types of migrate.mjs, for the tests that are written in TypeScript. */
export function migrate(
  url: string,
  directory?: string,
  onNotice?: (text: string) => void,
): Promise<string[]>;
