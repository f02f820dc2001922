import { type BandedSelection, nextSort } from '@basecase/views/compare';
import { SelectField } from '../../ui/form/select-field';
import type { Update } from './use-compare-state';

/** Order of the tests: that of the domain, or by a column in either direction. */
export function SortSelect({ selection, update }: { selection: BandedSelection; update: Update }) {
  const { sort, columns, names } = selection;
  const slug = sort ? (columns[sort.column]?.slug ?? '') : '';
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
        options={columns.flatMap((column, index) =>
          // Of two configs side by side a column stands twice.
          columns.findIndex(({ slug }) => slug === column.slug) === index
            ? [{ value: column.slug, text: `by ${names[index]?.short}` }]
            : [],
        )}
      />
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
