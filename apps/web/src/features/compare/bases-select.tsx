import type { BandedSelection, CompareState } from '@basecase/views/compare';
import { SelectField } from '../../ui/form/select-field';
import type { Update } from './use-compare-state';

interface Props {
  selection: BandedSelection;
  bases: CompareState['bases'];
  update: Update;
}

/** Chooses one base or one per product; empty if one product is shown. */
export function BasesSelect({ selection, bases, update }: Props) {
  if (selection.pair !== null || selection.parts.length < 2) return null;
  return (
    <SelectField
      label="Base"
      keepsLabel
      name="bases"
      value={bases}
      onChange={(event) => update({ bases: event.target.value === 'one' ? 'one' : 'own' })}
      options={[
        { value: 'own', text: 'each product its own' },
        { value: 'one', text: 'one for all' },
      ]}
    />
  );
}
