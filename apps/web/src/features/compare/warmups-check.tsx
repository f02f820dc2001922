import { type CompareState, compareUrl } from '@basecase/views/compare';
import { CheckField } from '../../ui/form/check-field';
import { useComparePage } from './compare-page';

/**
 * Whether tests that only warm up are shown. Their numbers are not in the page: it is loaded again. A frozen view
 * can't change them.
 */
export function WarmupsCheck({ state }: { state: CompareState }) {
  const { path, defaults, frozen } = useComparePage();
  if (frozen) return null;
  return (
    <CheckField
      label="Warm-ups"
      name="warmups"
      checked={state.warmups}
      onChange={(warmups) => window.location.assign(path + compareUrl.query({ ...state, warmups }, defaults))}
    />
  );
}
