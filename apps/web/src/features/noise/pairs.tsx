import type { NoisePairView, NoiseRunView } from '@basecase/db/types';
import { percentText, testName } from '@basecase/views/noise';
import { countText, dayText } from '@basecase/views/text';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { ExcludeForm } from './exclude-form';

/** The pairs that noise is measured from. */
export function Pairs({ pairs, canExclude }: { pairs: NoisePairView[]; canExclude: boolean }) {
  return (
    <Section title="A/A pairs" hint={<>{countText(pairs.length, 'pair')} of runs that should be the same</>}>
      <ColumnTable
        label="A/A pairs"
        empty="None. Run one version again, or another point release of a stored major, with the same config. One pair is enough to start."
        rows={pairs}
        rowKey={pairKey}
        columns={[
          { head: 'Pair', kind: 'name', cell: PairName },
          { head: 'Kind', text: 'kind' },
          { head: 'Tests', kind: 'number', text: 'tests' },
          {
            head: 'Median change',
            kind: 'number',
            text: ({ medianChange }) => percentText(Math.expm1(medianChange)),
          },
          {
            head: 'Largest change',
            text: ({ largest }) =>
              largest &&
              `${testName(largest.test)} ${largest.x < 0 ? '−' : '+'}${percentText(Math.abs(Math.expm1(largest.x)))}`,
          },
          {
            head: 'Same work',
            className: 'mid',
            text: ({ gate }) => (gate === 'passed' ? 'yes' : 'unknown'),
          },
          canExclude ? { head: 'For admins', cell: ExcludeForm } : null,
        ]}
      />
    </Section>
  );
}

export function pairKey({ a, b }: Pick<NoisePairView, 'a' | 'b'>): string {
  return `${a.id} ${a.repeat} ${b.id} ${b.repeat}`;
}

/** Two runs, each a link, with their days when it is one version run again; or two repeats of one run. */
export function PairName({ product, a, b }: { product: string; a: NoiseRunView; b: NoiseRunView }) {
  if (a.id === b.id) {
    return (
      <>
        {product} <RunLink run={a} withDay={false} />, repeats {a.repeat} and {b.repeat}
      </>
    );
  }
  const isAgain = a.version === b.version;
  return (
    <>
      {product} <RunLink run={a} withDay={isAgain} /> and <RunLink run={b} withDay={isAgain} />
    </>
  );
}

export function RunLink({ run, withDay }: { run: NoiseRunView; withDay: boolean }) {
  const day = withDay && run.at !== null ? ` of ${dayText(run.at)}` : '';
  return (
    <a href={`/runs/${run.id}`} title={run.label}>
      {run.version}
      {day}
    </a>
  );
}
