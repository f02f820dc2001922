import type { WhatIfState } from '@basecase/views/compare';
import { type WhatIf, whatIfParts } from '@basecase/views/report';
import type { ReactNode } from 'react';
import { ColumnTable } from '../table/column-table';
import './what-if.css';

interface Props {
  whatIf: WhatIf | null;
  /** Head of the first column. */
  first?: string;
  form?: ReactNode;
}

/** Weighted mean, cost and energy, and the form that asks for them. */
export function WhatIfSection({ whatIf, first, form }: Props) {
  if (!whatIf && !form) return null;
  const parts = whatIf ? whatIfParts(whatIf, first) : [];
  return (
    <section aria-labelledby="what-if" className="what-if-view">
      <h2 id="what-if">What if</h2>
      {parts.map((part) => {
        if ('items' in part)
          return (
            <ul key="notes" className="points bullets">
              {part.items.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          );
        if (!('heads' in part)) return null;
        return (
          <ColumnTable<(typeof part.rows)[number]>
            key="table"
            label="What if, table"
            className="heatstill"
            rows={part.rows}
            rowKey={([name]) => String(name)}
            columns={part.heads.map((head, index) => ({
              head,
              kind: index === 0 ? ('name' as const) : ('number' as const),
              cell: (row) => {
                const own = row[index] ?? '';
                return typeof own === 'string' ? own : own.text;
              },
            }))}
          />
        );
      })}
      {form}
    </section>
  );
}

interface FormProps {
  /** `/report`: the answer is on the same page. */
  action: string;
  /** The rest of the view, as names and values. */
  pairs: readonly (readonly [name: string, value: string])[];
  state: WhatIfState;
  tests: readonly string[];
  /** Names of the servers: of one the fields take its number alone, of several a line of each. */
  servers: readonly string[];
}

/** Works without scripts: the address is the choice. */
export function WhatIfForm({ action, pairs, state, tests, servers }: FormProps) {
  const asked: readonly string[] = ['weights', 'price', 'currency', 'power'];
  const weights = tests.slice(0, 2).map((test, index) => `${test} ${2 - index}`);
  const amounts = {
    price: { label: 'Price an hour', example: '0.40' },
    power: { label: 'Power in W', example: '150' },
  };
  const amount = (name: keyof typeof amounts) => {
    const { label, example } = amounts[name];
    const own = { id: name, name, className: 'field', defaultValue: state[name] };
    return (
      <>
        <label htmlFor={name}>
          {label}
          {servers.length === 1 ? ` of ${servers[0]}` : ': a server and a number on each line'}
        </label>
        {servers.length === 1 ? (
          <input {...own} inputMode="decimal" placeholder={example} />
        ) : (
          <textarea
            {...own}
            rows={Math.min(6, servers.length)}
            placeholder={servers.map((server) => `${server} ${example}`).join('\n')}
          />
        )}
      </>
    );
  };
  return (
    <details className="what-if">
      <summary>Weights, price and power …</summary>
      <form action={`${action}#what-if`} method="get" className="form">
        {pairs
          .filter(([name]) => !asked.includes(name))
          .map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
        <label htmlFor="weights">Weights: a test and a number on each line</label>
        <textarea
          id="weights"
          name="weights"
          className="field"
          rows={4}
          defaultValue={state.weights}
          placeholder={weights.join('\n')}
        />
        {amount('price')}
        <label htmlFor="currency">Currency</label>
        <input
          id="currency"
          name="currency"
          className="field"
          maxLength={3}
          defaultValue={state.currency}
          placeholder="EUR"
        />
        {amount('power')}
        <button type="submit" className="button">
          Compute
        </button>
      </form>
    </details>
  );
}
