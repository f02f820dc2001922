import { DEFAULT_RULE } from '@basecase/analysis';
import { SERVER_NOISE } from '@basecase/views/method';
import { Figures, Section } from './section';

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
        <Figures
          label="Noise of servers"
          caption="Noise of the servers that the method was measured on"
          rows={SERVER_NOISE}
          columns={[
            { head: 'Server', kind: 'name', text: 'server' },
            { head: 'A/A pairs', kind: 'number', text: 'pairs' },
            { head: 'σ', kind: 'number', text: ({ sigma }) => `${sigma}%` },
            { head: '99% lie within', kind: 'number', text: ({ farthest }) => `${farthest}%` },
            {
              head: 'false flags of a 5% limit',
              kind: 'number',
              text: ({ fixedLimit }) => `${fixedLimit} per table`,
            },
          ]}
        />
        <p>
          The last column shows why a fixed limit does not work: in a table of 32 tests in which nothing
          changed, “5% slower is a regression” raises five false alarms on one server and almost none on
          another.
        </p>
      </Section>
      <Section id="not-calibrated" title="Not calibrated, and whose machine it is">
        <p>
          The usual noise was measured on one author’s dedicated servers. Other machines are 3 to 8 times
          noisier, and hosts move as a whole from one day to the next. So a server has a kind, which its
          people say on its page, <code>basecase.json</code> says, or the logs show: with stolen time in any
          sample of vmstat it is virtual.
        </p>
        <p>
          A server and workload without evidence of noise are <em>not calibrated</em>. Then{' '}
          {DEFAULT_RULE.startScale.dedicated} times the usual noise is assumed on a dedicated server,{' '}
          {DEFAULT_RULE.startScale.unknown} times on one of unknown kind, and{' '}
          {DEFAULT_RULE.startScale.virtual} times on a virtual or shared one. On a dedicated server a change
          can be sure all the same, at an unknown error rate; on any other it is <em>possible</em> at most,
          whatever its size.
        </p>
        <p>Evidence is any of these:</p>
        <ul>
          <li>
            A/A pairs of two sessions: run the base once more on another day and upload it, or add a point
            release. Repeats within a session count on a dedicated server only;
          </li>
          <li>two runs of both versions, on different days;</li>
          <li>
            interleaved rounds: <code>npx basecase record</code> measures versions in turns, so that what the
            machine does falls on all of them. They are compared round by round, as in “24 rounds: −4.1% ±
            1.6%”;
          </li>
          <li>a series of 12 nights.</li>
        </ul>
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
