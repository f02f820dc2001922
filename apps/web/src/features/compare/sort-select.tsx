import { type BandedSelection, nextSort } from '@basecase/views/compare';
import { useMemo } from 'react';
import { SelectField } from '../../ui/form/select-field';
import type { Update } from './use-compare-state';

/** Order of the tests: that of the domain, or by a column in either direction. */
export function SortSelect({ selection, update }: { selection: BandedSelection; update: Update }) {
  const { sort, columns, names } = selection;
  const slug = sort ? (columns[sort.column]?.slug ?? '') : '';
  // As long as the columns are the same: a change of the base leaves 60 choices alone.
  const choices = useMemo(() => choicesOf({ columns, names }), [columns, names]);
  const turned = sort?.descending ? slug : nextSort(selection, sort?.column ?? -1);
  return (
    <span className="field-label">
      <SelectField
        label="Sort"
        className="sort"
        name="sort"
        value={slug}
        onChange={(event) => update({ sort: event.target.value })}
        none="benchmark order"
      >
        {choices}
      </SelectField>
      {sort ? (
        <button
          type="submit"
          className="button"
          name="sort"
          value={turned}
          onClick={() => update({ sort: turned })}
          title="Reverse the order"
        >
          {sort.descending ? 'largest first' : 'smallest first'}
        </button>
      ) : null}
    </span>
  );
}

/** Of two configs side by side a column stands twice. */
function choicesOf({ columns, names }: Pick<BandedSelection, 'columns' | 'names'>) {
  return columns.flatMap(({ slug }, index) =>
    columns.findIndex((other) => other.slug === slug) === index
      ? [
          <option key={slug} value={slug}>
            {`by ${names[index]?.short}`}
          </option>,
        ]
      : [],
  );
}
