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
      <Section id="verdicts" title="Verdicts">
        <p>
          Every test of a version is compared with the base. For each, the question is how often noise alone
          would give a change this large. A table of 32 tests asks 32 times, so an event that is rare in one
          test is not rare in the table. Therefore all tests of a version are judged together (with the
          procedure of Benjamini and Hochberg at {percent(q)}): the more tests changed a lot, the less
          evidence each one needs. Tests that are filtered out or scrolled away still count, so a verdict
          never depends on what you look at.
        </p>
        <dl className="words">
          <Word id="likely-real" word="Likely real">
            Noise alone would rarely cause it, and it is a loss or gain of {percent(big)} or more (at or under{' '}
            {LOW}, at or over {HIGH}). In tables these are the verdicts <em>regression</em> and{' '}
            <em>improvement</em>. On calibrated servers like those it was measured on, a table of 32 tests has
            0.08 false ones. It is only said of a dedicated server, or with{' '}
            <a href="#not-calibrated">evidence of this machine</a>.
          </Word>
          <Word id="small" word="Small">
            As sure as that, but between {percent(delta)} and {percent(big)}. Under {percent(delta)} nothing
            is flagged, however certain.
          </Word>
          <Word id="possible" word="Possible">
            {percent(big)} or more, and unusual for noise (at most 1 in 20), but not rare enough among so many
            tests; or on a machine whose noise nobody knows. It becomes likely real if a hardware count per
            operation, such as KB written, changed enough with it. CPU per operation does not count, because
            it follows from the throughput by arithmetic.
          </Word>
          <Word id="no-change" word="No change">
            The runs show that the change is less than {percent(big)}.
          </Word>
          <Word id="unclear" word="Unclear">
            None of these. At this noise, the runs cannot tell whether something changed. It does not mean
            that nothing did.
          </Word>
          <Word id="missing" word="Missing">
            Not recorded, failed, missed its SLA, a warm-up, from a bad run, or <em>doubtful</em>: other lines
            of its log say something else. Never counted as 0, never compared.
          </Word>
        </dl>
        <p>
          What all quiet tests of a version share, up to 2.5%, is taken off before they are judged: the
          machine was a little slower that day. If the median test moved by more, the page asks whether the
          server or the base run is the cause, and subtracts nothing, because a real change can affect every
          test. Where others may use the machine, such a column is possible at most.
        </p>
        <p>
          More checks follow. If repeats of one version differ by more than half of the change, a sure verdict
          becomes <em>possible</em>. If the host of a virtual machine withheld more than 2% of the CPU in the
          middle of a test (stolen time), the test is <em>unclear</em>. Runs of another length are not
          compared. And if context switches per operation changed in a tenth of the tests, a warning tells you
          that the two did different work, or waited differently.
        </p>
      </Section>
      <Section id="more-runs" title="How many runs are needed">
        <p>
          Noise shrinks with repeats: medians of k runs on each side have noise σ / √k. A change of{' '}
          {settleFactor} times that is usually settled; a single change among many tests needs more. For an
          unclear or possible cell, the page says how many more runs would settle it. The noise atlas says
          what one run can detect in each test.
        </p>
        <ScrollTable
          label="Losses that are usually settled"
          boxClassName="figures"
          isCaptionShown
          caption="Smallest loss that is usually settled, by noise and runs on each side"
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
          For a noisy test it is best to run two point releases on both sides: cells that move by 5% although
          nothing changed then fall from 2.4% of all cells to 0.4%.
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
