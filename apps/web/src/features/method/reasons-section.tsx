import { DEFAULT_RULE } from '@basecase/analysis';
import { Section } from './section';

/** Since when, with which other numbers, and what else was different. */
export function ReasonsSection() {
  return (
    <>
      <Section id="first-bad-version" title="The first bad version">
        <p>
          A regression stays in later versions, so it is reported once, for the version that introduced it.
          The results of a test in release order are cut into levels. A cut must explain more than noise does
          (least squares, with a penalty of {DEFAULT_RULE.beta} σ² for each cut). The first version of a lower
          level is the first bad version; the one before it is the last good version.
        </p>
        <p>
          Only versions with the same config and build are put in one order: a setting that was switched on is
          no release. If a version was measured with another config only, its cells are compared, and no step
          leads to it.
        </p>
        <p>
          If the new level rests on one run at the end, it is <em>not confirmed</em>. If one run leaves the
          level and the next version is back, it is <em>one run only</em>: either fixed at once or a bad run.
          Such a record stays possible. If versions in between were not run, any of them may be the first bad
          one: the change came somewhere after the last good version.
        </p>
      </Section>
      <Section id="explanation" title="Reasons">
        <p>
          CPU, context switches, reads and writes are recorded while a test runs, and divided by its
          operations. If a test does 25% fewer queries per second and needs 1.33 times the CPU for each, CPU
          alone accounts for all of it. Each reason states what that count could account for by itself. Shares
          overlap. A count that moved the other way is named as the price. A cost that is too small to matter
          to an operation is left out, however large its ratio.
        </p>
        <p>
          A reason is a place to look, not proof. Nor does it make a change real: of 78 cells that moved by 5%
          or more although nothing changed, 35 had a reason, mostly CPU. “Not in these metrics” means that
          none of the uploaded metrics changed enough in that direction.
        </p>
      </Section>
      <Section id="suspected-cause" title="Suspected cause">
        <p>
          One code change often affects many tests. Records with the same first bad version, direction and
          kind of reason (CPU, CPU and IO, context switches, …) are grouped. This turns the 31 flags of MySQL
          9.5 against 5.6 into 5 groups. It does not prove that each group is one change.
        </p>
      </Section>
      <Section id="other-differences" title="If more than the version differs">
        <p>
          Two columns can differ in config, build flavour, operating system, number of clients or dataset
          size, or come from campaigns months apart. Any of these may then cause a change. A warning at the
          top and at the cell lists the settings that differ. To settle it, run the older version again with
          the new settings, and compare within one campaign.
        </p>
        <p>
          Sometimes a whole column moves. If CPU or other costs per operation moved with it and account for
          half of the tests or more, it is called a broad slowdown or speedup. If no cost did, the server or
          the base run may be behind it: run the base once more.
        </p>
      </Section>
    </>
  );
}
