import { type CompareState, compareUrl, type SeamModel } from '@basecase/views/compare';
import { countText, joinNames } from '@basecase/views/text';
import { type FormEvent, useState } from 'react';
import { FormError } from '../../ui/form/form-error';
import { useComparePage } from './use-compare-state';

interface Props {
  seams: readonly SeamModel[];
  configs: string;
  state: CompareState;
}

/** In the meta line: how often the shown columns change their config, with what changed and why they are one line. */
export function SeamsLine({ seams, configs, state }: Props) {
  const { defaults, frozen } = useComparePage();
  const [joined, steps, apart] = (['joined', 'step', 'apart'] as const).map((kind) =>
    seams.filter((seam) => seam.kind === kind),
  );
  const count = (joined ?? []).reduce((sum, { columns }) => sum + columns.length, 0);
  const hrefOf = (change: Partial<CompareState>) =>
    `/compare${compareUrl.query({ ...state, ...change }, defaults)}`;
  return (
    <>
      {joined?.[0] ? (
        <span>
          <span className="separator">/</span>
          {configs}, joined at{' '}
          <button type="button" className="seam-count" popoverTarget={joined[0].id}>
            {countText(count, 'seam')}
          </button>
        </span>
      ) : null}
      {state.split.length > 0 && !frozen ? (
        <span>
          <span className="separator">/</span>
          split at {joinNames(state.split)} in this view, <a href={hrefOf({ split: [] })}>join again</a>
        </span>
      ) : null}
      <SeamCount seams={steps} words={(steps) => countText(steps, 'config step')} />
      <SeamCount seams={apart} words={(joins) => `${countText(joins, 'join')} not made`} />
    </>
  );
}

/** What the seams open. Not in the meta line: a narrow window hides it, and nothing opens in what is hidden. */
export function SeamPopovers({ seams, state }: Pick<Props, 'seams' | 'state'>) {
  const { defaults } = useComparePage();
  const splitAt = (config: string) =>
    `/compare${compareUrl.query({ ...state, split: [...state.split, config] }, defaults)}`;
  return seams.map((seam) => <SeamPopover key={seam.id} seam={seam} split={splitAt(seam.to)} />);
}

interface CountProps {
  seams: readonly SeamModel[] | undefined;
  words: (count: number) => string;
}

/** Opens the popover of the first of them. */
function SeamCount({ seams = [], words }: CountProps) {
  return seams[0] ? (
    <span>
      <span className="separator">/</span>
      <button type="button" className="seam-count" popoverTarget={seams[0].id}>
        {words(seams.length)}
      </button>
    </span>
  ) : null;
}

const ACTIONS = {
  split: 'Split everywhere',
  join: 'Join everywhere',
  step: 'Join with this step everywhere',
} as const;

/** @param split address of this view with the line split at the seam */
function SeamPopover({ seam, split }: { seam: SeamModel; split: string }) {
  const { frozen } = useComparePage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { id, product, from, to, title, settings, changes, reason, kind, action } = seam;
  // Without scripts, and before they are there, the form opens the page where the same decision is a button.
  const decide = async (event: FormEvent, decided: keyof typeof ACTIONS) => {
    event.preventDefault();
    setBusy(true);
    // Loaded late: pages are drawn without it.
    const { api, messageOf } = await import('../../ui/api/api');
    try {
      await api.lines.decide.mutate({ product, from, to, action: decided });
      window.location.assign('/lines');
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <div id={id} popover="auto" className="seam-popover" role="dialog" aria-label={title}>
      <strong>{title}</strong>
      <span>{settings}.</span>
      {changes.map(({ name, text }) => (
        <span key={name} className="mono">
          {name} {text}
        </span>
      ))}
      <span className="dim">{reason}</span>
      <div className="actions">
        {kind === 'joined' && !frozen ? (
          <a className="button" href={split}>
            Split here
          </a>
        ) : null}
        {action && !frozen ? (
          <form action="/lines#lines" onSubmit={(event) => decide(event, action)}>
            <button type="submit" className="button" disabled={busy}>
              {ACTIONS[action]}
            </button>
          </form>
        ) : null}
        <a href="/lines">All lines and history</a>
      </div>
      <FormError error={error} />
    </div>
  );
}

/** The mark at the left edge of a column head. */
export function SeamMark({ seam }: { seam: SeamModel }) {
  return (
    <button
      type="button"
      className={seam.kind === 'apart' ? 'seam-mark apart' : 'seam-mark'}
      popoverTarget={seam.id}
      aria-label={seam.title}
      title={seam.title}
    />
  );
}
