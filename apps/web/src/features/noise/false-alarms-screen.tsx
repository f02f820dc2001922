import type { falseAlarmsModel } from '@basecase/views/noise';
import { methodHref } from '@basecase/views/url';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

/** How our own flags behave: how many come and go, how one-sided they are, how many users marked as noise. */
export function FalseAlarmsScreen({ model }: { model: ReturnType<typeof falseAlarmsModel> }) {
  const { sentence, rows } = model;
  return (
    <main id="main" className="page">
      <div className="page-head">
        <div>
          <h1>False alarms</h1>
          <p>
            <strong>{sentence.strong}</strong>
            {sentence.rest} <a href={methodHref('error-rates')}>How many flags are false</a>
          </p>
        </div>
        <div className="actions">
          <a className="button" href="/noise">
            Noise
          </a>
        </div>
      </div>
      <Section
        title="Flags by server"
        id="flags"
        hint="a flag is a test that was recorded as changed, also if it was withdrawn later"
      >
        <ColumnTable
          label="Table of flags"
          className="data-table cards"
          rows={rows}
          hasLabels
          empty="No flags yet."
          columns={[
            {
              head: 'Server',
              kind: 'name',
              cell: ({ serverHref, server }) => <a href={serverHref}>{server}</a>,
            },
            {
              head: 'Flags',
              kind: 'number',
              cell: ({ flagsHref, flags }) => <a href={flagsHref}>{flags}</a>,
            },
            {
              head: 'Came and went',
              kind: 'number',
              cell: ({ rotated, rotatedPart }) => (
                <>
                  {rotatedPart} <span className="dim">{rotated}</span>
                </>
              ),
            },
            {
              head: 'One-sided',
              kind: 'number',
              cell: ({ oneSided, sides }) => (
                <>
                  {oneSided} <span className="dim">{sides}</span>
                </>
              ),
            },
            { head: 'Marked as noise', kind: 'number', text: 'noise' },
            { head: 'Looks random', kind: 'words', text: 'warning' },
          ]}
        />
      </Section>
    </main>
  );
}
