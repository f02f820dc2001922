import { DEFAULT_RULE } from '@basecase/analysis';
import { Section } from './section';

/** Since when, with which other numbers, and what else was different. */
export function ReasonsSection() {
  return (
    <>
      <Section id="first-bad-version" title="The first bad version">
        <p>
          A regression stays in all later versions, so it is reported once, for the version that it arrives
          with. The results of a test in release order are cut into levels: a cut must explain more than noise
          does (least squares, with a price of {DEFAULT_RULE.beta} σ² for each cut). The first version of a
          lower level is the first bad version; the one before it, the last good.
        </p>
        <p>
          If the new level rests on one run at the end, it is <em>not confirmed</em>. If one run leaves the
          level and the next version comes back, it is <em>one run only</em>: fixed right away, or a bad run.
          That is believed only when another server or workload shows the same at the same version. Versions
          that were not run are not accused: the change is somewhere after the last good version.
        </p>
      </Section>
      <Section id="explanation" title="The reason that is given">
        <p>
          While a test runs, CPU, context switches, reads and writes are recorded, and divided by its
          operations. If a test does 25% fewer queries per second and needs 1.33 times the CPU for each, the
          CPU alone is enough for all of it. That is what is said: what each count could account for by
          itself. Shares overlap. A count that moved the other way is named as the price.
        </p>
        <p>
          A reason is a place to look, not a proof. It never makes a change real either: of 78 cells that
          moved by 5% or more although nothing changed, 35 had a reason, mostly CPU. “Not in these metrics”
          means that the test waits on something that they do not show.
        </p>
      </Section>
      <Section id="suspected-cause" title="Suspected cause">
        <p>
          One change in a server often shows in many tests. Records with the same first bad version, the same
          direction and the same kind of reason (CPU, CPU and IO, context switches, …) are put together. It
          makes 31 flags readable as 6 groups; it does not prove that each group is one change.
        </p>
      </Section>
      <Section id="other-differences" title="When more than the version differs">
        <p>
          Two columns can differ in config, build flavour, operating system, number of clients or size of the
          data, or come from two campaigns months apart. Then any of these may be behind a change, and the
          page says so at the top and at the cell, with the settings that differ. What helps: run the older
          version again with the new settings, and compare within one campaign.
        </p>
      </Section>
    </>
  );
}
