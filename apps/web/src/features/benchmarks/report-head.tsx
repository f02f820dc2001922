import type { ReportControl, ReportPage } from '@basecase/views/benchmarks';
import { BENCHMARK_VIEWS, type ReportKind, toQuery } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { SelectField } from '../../ui/form/select-field';
import { MetaLine } from '../../ui/page/head-lines';
import { ReportForm } from './report-form';

interface HeadProps {
  page: ReportPage;
  /** The button that shares the view. */
  share: ReactNode;
}

/** What is shown, on what, and what else may be shown. */
export function ReportHead({ page, share }: HeadProps) {
  return (
    <>
      <div className="head benchmark-head">
        <div>
          <h1>
            {page.title} <span className="dim">{page.on}</span>
          </h1>
          <MetaLine parts={page.meta} />
        </div>
        <ReportLinks current={page.kind} />
        <div className="actions">
          <a
            className="button"
            href={`/compare${toQuery([
              ['server', page.heatmap.server],
              ['workload', page.heatmap.workload],
            ])}`}
          >
            Heatmap
          </a>
          {share}
        </div>
      </div>
      <div className="bar">
        <ReportForm action={`/${page.kind}`} label="View">
          <HiddenFields pairs={page.hidden} />
          <NarrowDetails label={page.controls.map(({ label }) => label).join(', ')}>
            {page.controls.map((control) => (
              <Control key={control.name} control={control} />
            ))}
          </NarrowDetails>
        </ReportForm>
      </div>
    </>
  );
}

function Control({ control: { name, label, value, choices } }: { control: ReportControl }) {
  return (
    <SelectField
      label={label}
      keepsLabel
      name={name}
      defaultValue={value}
      options={choices.map((choice) => ({ value: choice.value, text: choice.label }))}
    />
  );
}

/** The reports of all benchmarks, this one marked. */
export function ReportLinks({ current }: { current: ReportKind }) {
  return (
    <nav className="segments benchmark-links" aria-label="Reports of benchmarks">
      {[...BENCHMARK_VIEWS, { kind: 'clients', name: 'Clients' }].map(({ kind, name }) => (
        <a key={kind} href={`/${kind}`} aria-current={kind === current ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
