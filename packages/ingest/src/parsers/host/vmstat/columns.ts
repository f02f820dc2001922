/** Columns beyond these are a time zone and its time (-t). */
const LAST_COLUMNS = ['gu', 'st', 'wa'];

export interface VmstatColumns {
  names: string[];
  /** Numbers in a row. */
  width: number;
  /** True with -t: a time follows the numbers. */
  hasTime: boolean;
}

/** Columns of ` r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st`; null without cs and us to wa. */
export function parseVmstatHeader(text: string): VmstatColumns | null {
  const names = text.trim().split(/\s+/);
  if (['cs', 'us', 'sy', 'id', 'wa'].some((name) => !names.includes(name))) return null;
  const width = 1 + Math.max(...LAST_COLUMNS.map((name) => names.indexOf(name)));
  return { names, width, hasTime: names.length > width };
}
