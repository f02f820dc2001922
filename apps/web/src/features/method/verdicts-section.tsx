import { DEFAULT_RULE } from '@basecase/analysis';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { Section, Word } from './section';

const { q, delta, big, settleFactor } = DEFAULT_RULE;
const percent = (part: number, decimals = 0) => `${(part * 100).toFixed(decimals)}%`;
const [LOW, HIGH] = [(1 - big).toFixed(2), (1 + big).toFixed(2)];

/** The words of a cell, and the rule behind them. */
export function VerdictsSection() {
  return (
    <>
      <Section id="verdicts" title="What is said of a change">
        <p>
          Every test of a version is compared with the base, and for each the question is: how often would
          noise alone give a change this large? A table of 32 tests asks 32 times, so a rare event in one test
          is not rare in the table. Therefore all tests of a version are judged together (with the procedure
          of Benjamini and Hochberg at {percent(q)}): the more tests moved far, the less each has to show.
          What is filtered or scrolled away still counts, so a verdict never depends on what you look at.
        </p>
        <dl className="words">
          <Word id="likely-real" word="Likely real">
            Noise alone would rarely give it, and it is a loss or gain of {percent(big)} or more (at or under{' '}
            {LOW}, at or over {HIGH}). In tables these are the verdicts <em>regression</em> and{' '}
            <em>improvement</em>. About 1 in 10 of them is wrong.
          </Word>
          <Word id="small" word="Small">
            As sure as that, but between {percent(delta)} and {percent(big)}. Under {percent(delta)} nothing
            is flagged, however sure.
          </Word>
          <Word id="possible" word="Possible">
            {percent(big)} or more, and unusual for noise (at most 1 in 20), but not rare enough among so many
            tests. It becomes likely real when a hardware count per operation moved with it far enough, such
            as KB written per operation; CPU per operation does not count here, because it follows the
            throughput by arithmetic.
          </Word>
          <Word id="no-change" word="No change">
            It can be told that the change is less than {percent(big)}.
          </Word>
          <Word id="unclear" word="Unclear">
            Neither. At this noise the runs cannot tell whether something changed. It does not mean that
            nothing did.
          </Word>
          <Word id="missing" word="Missing">
            Not recorded, failed, or a step that missed its target rate. Never counted as 0, never compared.
          </Word>
        </dl>
        <p>
          Two more checks come last. If repeats of one version differ by more than half of the change, a sure
          verdict becomes <em>possible</em>. And if most tests of a version moved together by more than 2.5%,
          the page asks whether it was the server or the base run; it does not subtract it, because a real
          change can touch everything.
        </p>
      </Section>
      <Section id="more-runs" title="How many runs settle it">
        <p>
          Noise shrinks with repeats: medians of k runs on each side have a noise of σ / √k. A change of{' '}
          {settleFactor} times that is usually settled; one that stands alone among many tests needs more. For
          an unclear or possible cell the page says how many more runs would settle it, and the noise atlas
          what one run can show of each test.
        </p>
        <ScrollTable
          label="Losses that are usually settled"
          boxClassName="figures"
          isCaptionShown
          caption="Loss from which on a change is usually settled, by noise and runs on each side"
          head={['σ of the test', ...RUNS.map((runs) => numeric(`${runs} ${runs === 1 ? 'run' : 'runs'}`))]}
        >
          {SIGMAS.map((sigma) => (
            <tr key={sigma}>
              <th scope="row">{percent(sigma, 1)}</th>
              {RUNS.map((runs) => (
                <td key={runs} className="num">
                  {percent(smallestLoss(sigma, runs), 1)}
                </td>
              ))}
            </tr>
          ))}
        </ScrollTable>
        <p>
          The best that can be done for a noisy test is to run two point releases on both sides: cells that
          move by 5% although nothing changed fall from 2.4% of all cells to 0.4%.
        </p>
      </Section>
    </>
  );
}

const SIGMAS = [0.01, 0.02, 0.03, 0.05];
const RUNS = [1, 2, 3, 5];

function smallestLoss(sigma: number, runs: number): number {
  return Math.max(delta, -Math.expm1((-settleFactor * sigma) / Math.sqrt(runs)));
}
