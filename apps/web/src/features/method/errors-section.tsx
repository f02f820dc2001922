import { OTHERS, RULES } from '@basecase/views/method';
import type { PageColumn } from '../../ui/table/column-table';
import { Figures, Section } from './section';

/** How often the method is wrong, measured; and what it cannot see. */
export function ErrorsSection() {
  return (
    <>
      <Section id="error-rates" title="How often it is wrong">
        <p>
          Measured on 59 tables of about 32 tests in which nothing should have changed. Five tests of each
          table were then changed artificially, by 5 to 20%, to count how many are found. The noise of each
          table was measured without the two runs that it compares. These figures are of one author’s
          dedicated servers, and hold for calibrated servers like those.
        </p>
        <Figures
          label="Error rates"
          caption="Rules on the same 59 tables"
          rows={RULES}
          rowClass={({ isOurs }) => (isOurs ? 'selected' : undefined)}
          columns={[
            { head: 'Rule', kind: 'name', text: 'rule' },
            { head: 'false flags per table', kind: 'number', text: 'falseFlags' },
            { head: 'tables with any', kind: 'number', text: ({ tables }) => percentText(tables) },
            ...['found: 5%', '7%', '10%', '20%'].map(
              (head, size): PageColumn<(typeof RULES)[number]> => ({
                head,
                kind: 'number',
                text: ({ found }) => percentText(found[size] ?? null),
              }),
            ),
            { head: 'false of all flags', kind: 'number', text: ({ wrong }) => percentText(wrong) },
          ]}
        />
        <p>
          Where a test moves by 1.5% or less, 95% of losses of 7% are found with one run on each side. With
          two point releases or runs on each side, 86% of losses of 7% are found in all tests together.
        </p>
        <Figures
          label="False flags on other machines"
          caption="False sure flags a table, on machines of other people"
          rows={OTHERS}
          columns={[
            { head: 'Known of the machine', kind: 'name', text: 'known' },
            { head: 'a board with PostgreSQL', kind: 'number', text: 'board' },
            { head: 'cloud hosts, day by day', kind: 'number', text: 'cloud' },
          ]}
        />
        <p>
          14 tables of two dates on one board, and 152 of neighbouring days on cloud hosts, on which some
          changes may be real. The two figures of a cell are those of a machine called virtual and of one of
          unknown kind. With nothing known, no change is sure: 3 to 11 a table are <em>possible</em>. Few real
          changes are sure there with pairs: at most 7% of those of 10%. To find them, record in rounds.
        </p>
        <p>
          Of 21 changes that the author of the first tables described, 18 are found as likely real. The others
          are one possible improvement on a server without A/A pairs and two unclear. Two cells that were sure
          before version 3 of the rule are unclear now: <code>read-only</code> tests of PostgreSQL 12.22 to
          18.1 with ratios of 1.064 and 1.118.
        </p>
        <p>
          In simulated series of 7 versions with noise of 2.5%, the exact first bad version is found for 72%
          of steps of 7% and 95% of steps of 10%. With noise of 1%, it is found for at least 98% of steps of
          5% or more. There is no correction for the number of tests: expect 0.4 false steps in 33 tests of 7
          versions.
        </p>
      </Section>
      <Section id="limits" title="What it cannot detect">
        <ul>
          <li>
            The first figures come from one author and few servers, and a third of the tables from one noisy
            server; those of other machines from two kinds of them.
          </li>
          <li>
            Noise is measured from runs that are close in time. A server that drifts over months looks like a
            change between versions.
          </li>
          <li>
            A test with two states, such as scan on some servers, jumps between them. Its jumps are flagged.
          </li>
          <li>Changes under 3% are never flagged, but many of them add up: look at the mean of a group.</li>
          <li>
            The noise of db_bench and TPROC-C is an estimate that was not tested on held-out runs. For the
            Insert Benchmark, 2% is assumed, for pgbench and YCSB 3%, and for any other tool 3.9%, the widest
            that was found. For fio, it comes from pairs of repeats.
          </li>
        </ul>
      </Section>
    </>
  );
}

/** A dash for what was not measured. */
function percentText(part: string | null): string {
  return part === null ? '–' : `${part}%`;
}
