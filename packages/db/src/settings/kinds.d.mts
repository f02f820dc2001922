/** What a setting may be, in words; what it is when it is left out; and what a text says, undefined for one that can't be. */
export interface Kind<Value> {
  readonly expected: string;
  readonly fallback: Value;
  read(given: string): Value | undefined;
}

export const days: Kind<number | null>;
