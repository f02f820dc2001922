import type { IntakeModel } from '@basecase/views/uploads';
import { Fragment } from 'react';
import { DiagnosticsTable } from '../../../ui/table/diagnostics-table';

/** Diagnostics, files and facts of all uploads of an intake. */
export function WhatWasRead({ model }: { model: IntakeModel }) {
  return (
    <details className="found" open={model.uploads.length === 1}>
      <summary>Diagnostics, files and facts</summary>
      <h3>Diagnostics</h3>
      <DiagnosticsTable rows={model.diagnostics} of={model.title} />
      <h3>Files</h3>
      <ul className="kinds">
        {model.files.map(({ key, kind, status, count }) => (
          <li key={key}>
            <b>{count}</b> <span className="mono">{kind}</span> <span className="dim">{status}</span>
          </li>
        ))}
      </ul>
      <h3>Facts</h3>
      <dl className="form facts">
        {model.facts.map(({ label, text }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
