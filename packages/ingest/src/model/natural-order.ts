const collator = new Intl.Collator('en', { numeric: true });

/** repeat2 before repeat10; equal for the collator but different: by bytes. */
export function naturalOrder(a: string, b: string): number {
  return collator.compare(a, b) || textOrder(a, b);
}

/** By code units, the same in every locale. */
export function textOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
