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
          Run the same build twice on the same server, and the two results differ. By how much depends mostly
          on the server, then on the test. So noise is measured for each server, workload and test, from runs
          that are already stored:
        </p>
        <ul>
          <li>the same version and config, run again, as a repeat or as another run;</li>
          <li>
            adjacent point releases, such as 17.6 and 17.7, with the same build and config, in one campaign.
          </li>
        </ul>
        <p>
          Two such runs are an A/A pair. A pair does not count if the two did visibly different work: if
          context switches per operation changed by 15% or more in at least 10% of the tests, they ran in
          different environments. A verdict never uses pairs that contain one of the two columns it compares.{' '}
          <a href="/noise">The noise atlas</a> lists every pair, and each refused pair with its reason.
        </p>
        <p>
          The spread of those pairs is the noise of a test, σ. Two runs of the same thing lie within σ of each
          other about two times out of three. Few pairs say little about one test, so its σ is shrunk towards
          what is usual for this test on servers of this kind; the more pairs there are, the weaker the
          shrinkage. No test counts as steadier than {percent(DEFAULT_RULE.sigmaFloor)}.
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
          The last column shows why a fixed limit does not work: in a table of 32 tests in which nothing
          changed, “5% slower is a regression” raises five false alarms on one server and almost none on
          another.
        </p>
      </Section>
      <Section id="not-calibrated" title="Not calibrated">
        <p>
          A server and workload without a single A/A pair is <em>not calibrated</em>. Twice the usual noise is
          assumed, so only large changes are flagged, and the rate of false flags is unknown: on cloud hosts
          and single-board computers it can be high. Run one version again, or add a point release; several
          pairs are better than one.
        </p>
      </Section>
      <Section id="band" title="The band">
        <p>
          Each ratio has a band, as in “±5.5%”. It holds 95% of the values of this ratio when nothing changed:{' '}
          {DEFAULT_RULE.bandFactor} × σ with one run on each side, less with repeats. It is wider than the
          usual two σ because benchmarks have more large outliers than a normal distribution.
        </p>
      </Section>
    </>
  );
}

function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}
