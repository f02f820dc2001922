import { type CompareState, stateTexts } from '@basecase/views/compare';
import { useViewPlace } from './view-place';

/** The state as hidden fields of a GET form, so that a form without scripts keeps what it does not change. */
export function HiddenFields({
  state,
  except,
}: {
  state: CompareState;
  except: readonly (keyof CompareState)[];
}) {
  const defaults = stateTexts(useViewPlace().defaults);
  return Object.entries(stateTexts(state)).map(([key, value]) =>
    except.includes(key as keyof CompareState) || value === defaults[key as keyof CompareState] ? null : (
      <input key={key} type="hidden" name={key} value={value} />
    ),
  );
}
