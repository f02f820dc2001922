import { ALL_COLUMNS, chosenColumns, columnNames, latestOfEachMajor } from './columns';
import type { CompareState } from './compare-state';
import type { HeatData } from './heat-data';
import type { Update } from './use-compare-state';

interface Props {
  data: HeatData;
  state: CompareState;
  update: Update;
}

/** Which columns are shown: one checkbox each, by product, and the usual choices at the top. */
export function ColumnChooser({ data, state, update }: Props) {
  const chosen = chosenColumns(data, state);
  const every = data.columns.map((_, index) => index);
  const names = columnNames(data.columns);
  const products = [...new Set(data.columns.map((column) => column.product))];

  function choose(indexes: readonly number[]) {
    if (indexes.length === 0) return;
    const isDefault = same(indexes, chosenColumns(data, { cols: [] }));
    const slugs = indexes.flatMap((index) => data.columns[index]?.slug ?? []);
    const explicit = same(indexes, every) ? [ALL_COLUMNS] : slugs;
    update({ cols: isDefault ? [] : explicit });
  }

  function toggle(index: number) {
    choose(every.filter((each) => (each === index) !== chosen.includes(each)));
  }

  return (
    <details className="menu">
      <summary className="btn">
        Columns{' '}
        <span className="dim">
          {chosen.length} of {every.length}
        </span>
      </summary>
      <div className="pop left chooser">
        <div className="shortcuts">
          <button type="button" className="btn" onClick={() => choose(every)}>
            All {every.length}
          </button>
          <button type="button" className="btn" onClick={() => choose(latestOfEachMajor(data.columns))}>
            Latest release of each major
          </button>
          <button type="submit" className="btn only-noscript">
            Show these
          </button>
        </div>
        {products.map((product) => (
          <fieldset key={product}>
            <legend>{product}</legend>
            {data.columns.map((column, index) =>
              column.product === product ? (
                <label key={column.slug} className="check" title={column.label}>
                  <input
                    type="checkbox"
                    name="cols"
                    value={column.slug}
                    checked={chosen.includes(index)}
                    onChange={() => toggle(index)}
                  />
                  {column.version} <span className="dim">{column.config ?? names[index]?.detail}</span>
                </label>
              ) : null,
            )}
          </fieldset>
        ))}
      </div>
    </details>
  );
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
