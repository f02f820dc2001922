import { type TrendsState, trendsPairs } from '@basecase/views/trends';

interface Props {
  state: TrendsState;
  except: readonly (keyof TrendsState)[];
}

/** The state as hidden fields of a GET form, so that a form without scripts keeps what it does not change. */
export function HiddenFields({ state, except }: Props) {
  return trendsPairs(state).map(([name, value]) =>
    except.includes(name as keyof TrendsState) || value === '' ? null : (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ),
  );
}
