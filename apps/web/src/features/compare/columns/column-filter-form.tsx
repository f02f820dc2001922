import { type CompareState, compareUrl } from '@basecase/views/compare';
import { memo } from 'react';
import { HiddenFields } from '../../../ui/form/hidden-fields';
import { useComparePage } from '../compare-page';

/** Id of the form that the fields of the filter of columns belong to. */
export const COLUMN_FILTER = 'column-filter';

/** The form without its fields: they are in the chooser, where checkboxes may not be submitted with it. */
export const ColumnFilterForm = memo(function ColumnFilterForm({ state }: { state: CompareState }) {
  const { path, defaults } = useComparePage();
  return (
    <form id={COLUMN_FILTER} action={path} hidden>
      <HiddenFields pairs={compareUrl.pairs(state, defaults)} except={['cols', 'match', 'from', 'to']} />
    </form>
  );
});
