import type { NoisePairView, NoiseRunView } from '@basecase/db/types';
import { percentText, testName } from '@basecase/views/noise';
import { countText, dayText } from '@basecase/views/text';
import { ExcludeForm } from './exclude-form';

/** The pairs that the noise is known from. */
export function Pairs({ pairs, canExclude }: { pairs: NoisePairView[]; canExclude: boolean }) {
  return (
    <section className="sec">
      <header>
        <h2>A/A pairs</h2>
        <span className="dim">{countText(pairs.length, 'pair')} of runs that should be the same</span>
      </header>
      {pairs.length === 0 ? (
        <p className="in mid">
          None. Run one version again, or one more point release of a major that is here, with the same
          config: one pair is enough to begin with.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="scroll-x" tabIndex={0} aria-label="A/A pairs">
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">Pair</th>
                <th scope="col">Kind</th>
                <th scope="col" className="num">
                  Tests
                </th>
                <th scope="col" className="num">
                  Median change
                </th>
                <th scope="col">Largest change</th>
                <th scope="col">Same work</th>
                {canExclude ? <th scope="col">For admins</th> : null}
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </section>
      )}
    </section>
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
