import { type CompareState, compareUrl } from '@basecase/views/compare';
import { type WhatIf, whatIfParts } from '@basecase/views/report';
import type { ReactNode } from 'react';
import { ColumnTable } from '../../ui/table/column-table';

/** Weighted mean, cost and energy, and the form that asks for them. */
export function WhatIfSection({ whatIf, form }: { whatIf: WhatIf | null; form?: ReactNode }) {
  if (!whatIf && !form) return null;
  const parts = whatIf ? whatIfParts(whatIf) : [];
  return (
    <section aria-labelledby="what-if">
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
  state: CompareState;
  server: string;
  tests: readonly string[];
}

/** Works without scripts: the address is the choice. */
export function WhatIfForm({ state, server, tests }: FormProps) {
  const kept = compareUrl.query({ ...state, weights: '', price: '', currency: '', power: '' });
  const example = tests.slice(0, 2).map((test, index) => `${test} ${2 - index}`);
  return (
    <details className="what-if">
      <summary>Weights, price and power …</summary>
      <form action="/report#what-if" method="get" className="form">
        {[...new URLSearchParams(kept)].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="weights">Weights: a test and a number on each line</label>
        <textarea
          id="weights"
          name="weights"
          className="field"
          rows={4}
          defaultValue={state.weights}
          placeholder={example.join('\n')}
        />
        <label htmlFor="price">Price of {server} an hour</label>
        <input id="price" name="price" className="field" inputMode="decimal" defaultValue={state.price} />
        <label htmlFor="currency">Currency</label>
        <input
          id="currency"
          name="currency"
          className="field"
          maxLength={3}
          defaultValue={state.currency}
          placeholder="EUR"
        />
        <label htmlFor="power">Power of {server}, W</label>
        <input id="power" name="power" className="field" inputMode="decimal" defaultValue={state.power} />
        <button type="submit" className="button">
          Compute
        </button>
      </form>
    </details>
  );
}
