import { DEFAULT_RULE } from '@basecase/analysis';
import { MEASURED, OTHERS, RULES, SERVER_NOISE } from '@basecase/views/method';
import type { MethodTopic } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { Prose } from '../../ui/markdown/markdown';
import { ColumnTable, type ColumnTableProps, type PageColumn } from '../../ui/table/column-table';

/** Where noise comes from, how it is measured, and why one number for all does not do. */
export function NoiseSection() {
  return (
    <>
      <Section id="noise" title="How much a test moves when nothing changed">
        <Prose>{`
Run the same build twice on the same server, and the two results differ. By how much depends mostly on the
server, then on the test. So noise is measured for each server, workload and test, from runs that are
already stored:

- the same version and config, run again, as a repeat or as another run;
- adjacent point releases, such as 17.6 and 17.7, with the same build and config, in one campaign, where
  they agree;
- with less weight: nights of one branch, neighbouring versions that agree, and other workloads of a
  benchmark that has one or two tests.

Two such runs are a repeat pair. A pair does not count if the two did visibly different work: if context
switches per operation changed by 15% or more in at least 10% of the tests, they ran in different
environments. A verdict never uses a pair of one of the two columns it compares and another column. Two runs
of the base in two sessions are a pair that counts: their difference is independent of the change. [The
noise atlas](/noise) lists every pair, and each refused pair with its reason.

The spread of those pairs is the noise of a test, σ. Two runs of the same thing lie within σ of each other
about two times out of three. Few pairs say little about one test, so its σ is shrunk towards what is usual
for this test on servers of this kind; the more pairs there are, the weaker the shrinkage. No test counts as
steadier than ${percent(DEFAULT_RULE.sigmaFloor)}.
`}</Prose>
        <Figures
          label="Noise of servers"
          caption="Noise of the servers that the method was measured on"
          rows={SERVER_NOISE}
          columns={[
            { head: 'Server', kind: 'name', text: 'server' },
            { head: 'Repeat pairs', kind: 'number', text: 'pairs' },
            { head: 'σ', kind: 'number', text: ({ sigma }) => `${sigma}%` },
            { head: '99% lie within', kind: 'number', text: ({ farthest }) => `${farthest}%` },
            {
              head: 'false flags of a 5% limit',
              kind: 'number',
              text: ({ fixedLimit }) => `${fixedLimit} per table`,
            },
          ]}
        />
        <Prose>{`
The last column shows why a fixed limit does not work: in a table of about 32 tests in which nothing
changed, a limit of 5% raised five false flags on one server and 0.2 on another.
`}</Prose>
      </Section>
      <Section id="not-calibrated" title="Assumed noise, and whose machine it is">
        <Prose>{`
The usual noise was measured on one author’s dedicated servers. The boards and cloud machines of other
people that were measured too are 3 to 8 times noisier, and hosts move as a whole from one day to the next.
So a server has a kind, which its people say on its page, \`basecase.json\` says, or the logs show: with
stolen time in any sample of vmstat it is virtual.

A server and workload without evidence of noise have an *assumed noise*:
${DEFAULT_RULE.startScale.dedicated} times the typical noise on a dedicated server,
${DEFAULT_RULE.startScale.unknown} times on one of unknown kind, and ${DEFAULT_RULE.startScale.virtual}
times on a virtual or shared one. On a dedicated server a change is sure only beyond twice the noise of
similar servers, at an unknown error rate; on any other it is *likely* at most, whatever its size.

Evidence is any of these:

- Repeat pairs of two sessions: run the base once more on another day and upload it, or have two runs, or
  two adjacent point releases that agree, that are not compared themselves. Repeats within a session count
  on a dedicated server only, and those of the base from three runs on each side on;
- two runs of both versions, in sessions an hour apart or more;
- interleaved rounds: \`npx basecase record\` measures versions in turns, so that what the machine does
  falls on all of them. They are compared round by round, as in “24 rounds: −4.1% ± 1.6%”;
- nights, agreeing versions or other workloads, where their weights add up to a half;
- a series of 12 nights.
`}</Prose>
      </Section>
      <Section id="band" title="The band">
        <Prose>{`
Each ratio has a band, as in “±5.5%”: ${DEFAULT_RULE.bandFactor} × σ with one run on each side, less with
repeats. On the author’s servers it held 95% of the ratios of runs that should be the same. It is wider than
the usual two σ because benchmarks have more large outliers than a normal distribution.
`}</Prose>
      </Section>
    </>
  );
}

function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}

/** How often the method is wrong, measured; and what it cannot see. */
export function ErrorsSection() {
  return (
    <>
      <Section id="error-rates" title="How often it is wrong">
        <Prose>{`
The rule in force, on data of other people and on simulated data. A sure change where nothing should have
changed is falsely sure; changes were planted to count how many are found. Some constants of the rule were
chosen on these TPC-H and cloud tables and nights, so expect somewhat more on your machines.
`}</Prose>
        <Figures
          label="Error rates of the rule in force"
          caption="The rule in force, by data set"
          rows={MEASURED}
          columns={[
            { head: 'Data', kind: 'name', text: 'data' },
            { head: 'tables or series', kind: 'number', text: 'of' },
            { head: 'falsely sure', kind: 'number', text: 'falseFlags' },
            { head: 'found as sure', text: 'found' },
          ]}
        />
        <Prose>{`
The figures below were measured with version 3 of the rule or earlier, on 59 tables of about 32 tests in
which nothing should have changed. Five tests of each table were then changed artificially, by 5 to 20%, to
count how many are found. The noise of each table was measured without the two runs that it compares. These
figures are of one author’s dedicated servers, and hold for servers like those whose noise is measured.
`}</Prose>
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
        <Prose>{`
With version 3, where a test moves by 1.5% or less, 95% of losses of 7% are found with one run on each side.
With two point releases or runs on each side, 86% of losses of 7% are found in all tests together.
`}</Prose>
        <Figures
          label="False flags on other machines"
          caption="Version 3: false sure flags a table, on machines of other people"
          rows={OTHERS}
          columns={[
            { head: 'Known of the machine', kind: 'name', text: 'known' },
            { head: 'a board with PostgreSQL', kind: 'number', text: 'board' },
            { head: 'cloud hosts, day by day', kind: 'number', text: 'cloud' },
          ]}
        />
        <Prose>{`
14 tables of two dates on one board, and 152 of neighbouring days on cloud hosts, on which some changes may
be real. The two figures of a cell are those of a machine called virtual and of one of unknown kind. With
nothing known, no change is sure: 3 to 11 a table are *likely*. Few real changes are sure there with pairs:
at most 7% of those of 10%. To find them, record in rounds.

Of 21 changes that the author of the first tables described, version 3 finds 18 as sure. The others are one
likely improvement on a server without repeat pairs and two within noise. Two cells that were sure before
version 3 of the rule are within noise now: \`read-only\` tests of PostgreSQL 12.22 to 18.1 with ratios of
1.064 and 1.118.

In simulated series of 7 versions with noise of 2.5%, the exact first bad version is found for 72% of steps
of 7% and 95% of steps of 10%. With noise of 1%, it is found for at least 98% of steps of 5% or more. The
number of tests is not corrected for: expect 0.4 false steps in 33 tests of 7 versions.
`}</Prose>
      </Section>
      <Section id="limits" title="What it cannot detect">
        <Prose>{`
- The first figures come from one author and few servers, and a third of the tables from one noisy server;
  those of other machines from two kinds of them.
- Noise is measured from runs that are close in time. A server that drifts over months looks like a change
  between versions.
- A test with two states, such as scan on some servers, jumps between them. A jump is likely at most once
  pairs of equal runs, or nights, have shown both states; before, it may be flagged as sure.
- Changes under 3% are never flagged, but many of them add up: look at the mean of a group.
- The noise of db_bench and TPROC-C is an estimate that was not tested on held-out runs. For the Insert
  Benchmark, 2% is assumed, for pgbench and YCSB 3%, and for any other tool 3.9%, the widest that was found.
  For fio, it comes from pairs of repeats.
`}</Prose>
      </Section>
    </>
  );
}

/** A dash for what was not measured. */
function percentText(part: string | null): string {
  return part === null ? '–' : `${part}%`;
}

/** A part of the page that other pages link to. */
export function Section({ id, title, children }: { id: MethodTopic; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A word and what it means; a place to link to, too. */
export function Word({ id, word, children }: { id?: MethodTopic; word: string; children: string }) {
  return (
    <div id={id} className="word">
      <dt>{word}</dt>
      <dd>
        <Prose isInline>{children}</Prose>
      </dd>
    </div>
  );
}

type FiguresProps<Row> = Pick<ColumnTableProps<Row>, 'label' | 'caption' | 'rows' | 'rowClass' | 'columns'>;

/** Measured figures as a table under its caption. */
export function Figures<Row extends object>(props: FiguresProps<Row>) {
  return <ColumnTable boxClassName="figures" isCaptionShown {...props} />;
}
