import { pickedNights, type SeriesData, type SeriesState } from '@basecase/views/series';
import { memo } from 'react';
import { CopyButton } from '../../ui/page/copy-button';
import { NightRatio } from './night-ratio';

interface Props {
  data: SeriesData;
  /** The state without its window, which changes nothing here. */
  picks: Parameters<typeof pickedNights>[1];
  update: (change: Partial<SeriesState>) => void;
}

/** The two nights that were picked: how they compare, what lies between them, where all tests of both are. */
export const PickedBar = memo(function PickedBar({ data, picks, update }: Props) {
  const picked = pickedNights(data, picks);
  if (!picked) return null;
  const { nights, pair } = picked;
  return (
    <section className="picked" aria-label="Picked nights">
      <p>
        {nights.map(({ letter, day, build }, index) => (
          <span key={letter}>
            {index > 0 ? <span className="dim"> to </span> : null}
            <strong>{letter}</strong> {day} <span className="mono">{build}</span>
          </span>
        ))}
        {pair ? (
          <>
            <span className="separator">/</span>
            <NightRatio ratio={pair.ratio} tone={pair.tone} isUp={pair.isUp} isPossible={false} isStrong />
            <span className="separator">/</span>
            {pair.between}
          </>
        ) : (
          <span className="dim only-script"> Pick a second night, or press c for the next change</span>
        )}
      </p>
      <div className="acts">
        {pair ? (
          <a className="button" href={pair.compareHref}>
            {pair.compareText}
          </a>
        ) : null}
        {pair?.range?.href ? (
          <a className="button quiet" href={pair.range.href}>
            The commits between
          </a>
        ) : pair?.range ? (
          <CopyButton text={pair.range.text} label="Copy the range of commits" />
        ) : pair ? (
          <span className="dim">order by date, commits not known</span>
        ) : null}
        <button
          type="button"
          className="button quiet icon only-script"
          aria-label="Unpick"
          onClick={() => update({ a: '', b: '' })}
        >
          ✕
        </button>
      </div>
    </section>
  );
});
