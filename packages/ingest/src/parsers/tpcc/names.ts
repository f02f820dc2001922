import { lookUp } from '../../model/words/look-up';

const TESTS: Readonly<Record<string, string>> = {
  neworder: 'new-order',
  payment: 'payment',
  orderstatus: 'order-status',
  delivery: 'delivery',
  stocklevel: 'stock-level',
};

/** Order of `[0]` to `[4]` of tpcc-mysql. */
export const TRANSACTION_ORDER = ['new-order', 'payment', 'order-status', 'delivery', 'stock-level'] as const;

/** Name of the test of a transaction: `NEW_ORDER`, `newOrder` and `New-Order` → `new-order`, `Q12` → `q12`. */
export function testOf(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return Object.hasOwn(TESTS, letters)
    ? (lookUp(TESTS, letters) ?? letters)
    : name.toLowerCase().replaceAll('_', '-');
}
