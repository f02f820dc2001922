import { DEFAULT_RULE } from '@basecase/analysis';
import { SERVER_NOISE } from '@basecase/views/method';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { Section } from './section';

/** Where noise comes from, how it is measured, and why one number for all does not do. */
export function NoiseSection() {
  return (
    <>
      <Section id="noise" title="How much a test moves when nothing changed">
        <p>
          Run the same build twice on the same server, and the two results differ. How far depends on the
          server more than on anything else, then on the test. So it is measured, for each server, workload
          and test, from runs that are there already:
        </p>
        <ul>
          <li>the same version with the same config, run again, as a repeat or as another run;</li>
          <li>
            point releases next to each other, as 17.6 and 17.7, with the same build and config, run together.
          </li>
        </ul>
        <p>
          Two such runs are an A/A pair. A pair does not count when both did visibly different work: when 10%
          of their tests or more changed their context switches per operation by 15%, the two ran in different
          environments. A comparison never uses pairs of the two versions that it compares.{' '}
          <a href="/noise">The noise atlas</a> lists every pair, and those that were refused with the reason.
        </p>
        <p>
          The spread of those pairs is the noise of a test, σ. Two runs of the same lie within σ of each other
          about two times out of three. Few pairs say little about one test, so its σ is drawn towards what is
          usual for this test on servers of this kind, the less the more pairs there are. No test counts as
          steadier than {percent(DEFAULT_RULE.sigmaFloor)}.
        </p>
        <ScrollTable
          label="Noise of servers"
          boxClassName="figures"
          isCaptionShown
          caption="Noise of the servers that the method was measured on"
          head={[
            'Server',
            numeric('A/A pairs'),
            numeric('σ'),
            numeric('99% lie within'),
            numeric('false flags of a 5% limit'),
          ]}
        >
          {SERVER_NOISE.map(({ server, pairs, sigma, farthest, fixedLimit }) => (
            <tr key={server}>
              <th scope="row">{server}</th>
              <td className="num">{pairs}</td>
              <td className="num">{sigma}%</td>
              <td className="num">{farthest}%</td>
              <td className="num">{fixedLimit} per table</td>
            </tr>
          ))}
        </ScrollTable>
        <p>
          The last column is why there is no fixed limit here: in a table of 32 tests in which nothing
          changed, “5% slower is a regression” raises five false alarms on one server and next to none on
          another.
        </p>
      </Section>
      <Section id="not-calibrated" title="Not calibrated">
        <p>
          A server and workload without a single A/A pair is <em>not calibrated</em>. Its noise is taken to be
          twice what is usual, so only large changes are believed. One repeated run, or one more point
          release, is enough to change that.
        </p>
      </Section>
      <Section id="band" title="The band">
        <p>
          Beside a ratio stands its band, as in “±5.5%”. It holds 95% of what this ratio does when nothing
          changed: {DEFAULT_RULE.bandFactor} × σ with one run on each side, less with repeats. It is wider
          than the usual two σ because large outliers are more common in benchmarks than textbooks assume.
        </p>
      </Section>
    </>
  );
}

function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}
