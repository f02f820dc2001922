import { type CompareState, compareUrl } from '@basecase/views/compare';
import { useComparePage } from './compare-page';

/**
 * Whether tests that only warm up are shown. Their numbers are not in the page: it is loaded again. What is frozen has
 * them or has not.
 */
export function WarmupsCheck({ state }: { state: CompareState }) {
  const { path, defaults, frozen } = useComparePage();
  if (frozen) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        name="warmups"
        value="1"
        checked={state.warmups}
        onChange={(event) => {
          const query = compareUrl.query({ ...state, warmups: event.target.checked }, defaults);
          window.location.assign(path + query);
        }}
      />
      Warm-ups
    </label>
  );
}
