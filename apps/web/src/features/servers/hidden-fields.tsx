import { type ServersState, serversPairs } from '@basecase/views/servers';

interface Props {
  state: ServersState;
  except: readonly (keyof ServersState)[];
}

/** The state as hidden fields of a GET form, so that a form without scripts keeps what it does not change. */
export function HiddenFields({ state, except }: Props) {
  return serversPairs(state).map(([name, value]) =>
    except.includes(name as keyof ServersState) || value === '' ? null : (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ),
  );
}
