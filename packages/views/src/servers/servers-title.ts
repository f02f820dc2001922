import { keyLabel, type ServersSelection } from './servers-selection';

/** `MySQL 5.7.44 to 9.5.0`; `PostgreSQL 18beta1` when one version is shown. */
export function titleOf({ data }: Pick<ServersSelection, 'data'>): string {
  const [first, last] = [data.keys[0], data.keys.at(-1)];
  if (first === undefined || last === undefined) return data.product;
  const [from, to] = [first.split(' ')[0] ?? first, last.split(' ')[0] ?? last];
  return from === to
    ? `${data.product} ${data.keys.length === 1 ? keyLabel(data.keys, first) : from}`
    : `${data.product} ${from} to ${to}`;
}
