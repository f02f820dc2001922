import { type BandedSelection, metricLabel, prepareUnitsNotes } from '@basecase/views/compare';
import { TryAgain } from '../../ui/page/try-again';
import { PublishedNote } from './published-note';
import { ReportedCosts } from './reported-costs';

interface Props {
  selection: BandedSelection;
  /** Set when only the metric that the page came with was loaded. */
  problem: { retry: () => void } | null;
}

/** Notes to read before the numbers, one line each. */
export function CompareNotes({ selection, problem }: Props) {
  const { data } = selection;
  return (
    <>
      <PublishedNote data={data} />
      {prepareUnitsNotes(data).map(({ name, rest }) => (
        <p className="note" key={name}>
          <strong>{name}</strong> {rest}
        </p>
      ))}
      {selection.bands.map((band) => (
        <ReportedCosts key={band.start} selection={band.selection} />
      ))}
      {problem ? (
        <TryAgain className="note" onRetry={problem.retry}>
          Only {metricLabel(data, selection.metric)} was loaded. The other metrics failed to load.
        </TryAgain>
      ) : null}
    </>
  );
}
