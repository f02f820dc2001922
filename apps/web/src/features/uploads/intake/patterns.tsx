import { type IntakeModel, rememberedLayout } from '@basecase/views/uploads';
import { PatternField } from './naming';

interface Props {
  model: IntakeModel;
  /** As typed. */
  server: string;
  busy: boolean;
  /** Reads all uploads by one layout. */
  onUse: (layout: string) => void;
}

/** Layouts for all uploads of a table: that of the last upload of the server, or one in place of several. */
export function Patterns({ model, server, busy, onUse }: Props) {
  const remembered = rememberedLayout(model, server);
  const [first] = model.namings;
  const isLaidOut = model.namings.some(({ isLayout }) => isLayout);
  return (
    <>
      {remembered === null ? null : (
        <p className="ask">
          <span>
            The last upload of {server} was read by <code>{remembered}</code>
          </span>
          <button type="button" className="button" disabled={busy} onClick={() => onUse(remembered)}>
            Use it for all
          </button>
        </p>
      )}
      {first && model.namings.length > 1 ? (
        <PatternField
          label={`One pattern for all ${model.uploads.length} uploads`}
          pattern={first.pattern}
          busy={busy}
          onAnswer={({ layout = '' }) => onUse(layout)}
        />
      ) : null}
      {isLaidOut ? (
        <label className="check">
          <input type="hidden" name="asksLayout" value="yes" />
          <input type="checkbox" name="remember" value="yes" defaultChecked /> Remember this pattern for later
          uploads of {server.trim() || 'this server'}
        </label>
      ) : null}
    </>
  );
}
