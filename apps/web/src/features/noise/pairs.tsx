import type { NoisePairView, NoiseRunView } from '@basecase/db/types';
import { percentText, testName } from '@basecase/views/noise';
import { countText, dayText } from '@basecase/views/text';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { ExcludeForm } from './exclude-form';

/** The pairs that the noise is known from. */
export function Pairs({ pairs, canExclude }: { pairs: NoisePairView[]; canExclude: boolean }) {
  return (
    <Section title="A/A pairs" hint={<>{countText(pairs.length, 'pair')} of runs that should be the same</>}>
      {pairs.length === 0 ? (
        <p className="inset mid">
          None. Run one version again, or another point release of a stored major, with the same config. One
          pair is enough to start.
        </p>
      ) : (
        <ScrollTable
          label="A/A pairs"
          head={[
            'Pair',
            'Kind',
            numeric('Tests'),
            numeric('Median change'),
            'Largest change',
            'Same work',
            canExclude ? 'For admins' : null,
          ]}
        >
          {pairs.map((pair) => (
            <tr key={`${pair.a.id} ${pair.a.repeat} ${pair.b.id} ${pair.b.repeat}`}>
              <th scope="row">
                <PairName product={pair.product} a={pair.a} b={pair.b} />
              </th>
              <td>{pair.kind}</td>
              <td className="num">{pair.tests}</td>
              <td className="num">{percentText(Math.expm1(pair.medianChange))}</td>
              <td>
                {pair.largest
                  ? `${testName(pair.largest.test)} ${pair.largest.x < 0 ? '−' : '+'}${percentText(Math.abs(Math.expm1(pair.largest.x)))}`
                  : null}
              </td>
              <td className="mid">{pair.gate === 'passed' ? 'yes' : 'not known'}</td>
              {canExclude ? (
                <td>
                  <ExcludeForm a={pair.a} b={pair.b} />
                </td>
              ) : null}
            </tr>
          ))}
        </ScrollTable>
      )}
    </Section>
  );
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
