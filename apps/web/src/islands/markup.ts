/** Attribute of the element around an island: its name. */
export const ISLAND = 'data-island';
/** Attribute of the script with what the island is given. */
export const PROPS = 'data-island-props';
/** Attribute of the same script: address of a property that is too large for the page, see `Later`. */
export const LATER = 'data-island-later';

/** A property of an island that the browser requests when the page is used. */
export interface Later {
  /** Answers `{ key, value }`. */
  path: string;
  /** Digest of the value that the page was drawn from. */
  key: string;
}

/** The answer at `path` of a `Later`. */
export interface LaterAnswer {
  key: string;
  value: unknown;
}

/**
 * The props of an island as text for a script element: nothing in it can end the element or begin another.
 *
 * @throws TypeError for what JSON would change: the browser must draw what the server drew
 */
export function propsText(props: object): string {
  const text = JSON.stringify(props, function (this: Record<string, unknown>, key, value: unknown) {
    const given = this[key];
    if (!isKept(given)) throw new TypeError(`${key || 'the props'} of an island would not outlive JSON`);
    return value;
  });
  return text.replaceAll('<', '\\u003c');
}

function isKept(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'bigint';
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
