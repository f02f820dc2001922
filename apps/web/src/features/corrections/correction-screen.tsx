import type { CorrectionPreview, CorrectionView } from '@basecase/db/types';
import { correctionModel, undoButton } from '@basecase/views/corrections';
import { countText } from '@basecase/views/text';
import { undoCorrections } from '../../server/actions/corrections';
import { FormError } from '../../ui/form/form-error';
import { Section } from '../../ui/page/section';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { ActionForm } from './action-form';
import { ChangesList } from './changes-list';

type CorrectedRun = ReturnType<typeof correctionModel>['runs'][number];

interface Props {
  correction: CorrectionView;
  canUndo: boolean;
  /** Of undoing it; null when it is undone, or there is none for this visitor. */
  preview: CorrectionPreview | null;
  error: string | null;
}

/** One correction: who changed what when and why, and undoing it. */
export function CorrectionScreen({ correction, canUndo, preview, error }: Props) {
  const model = correctionModel(correction);
  return (
    <main id="main" className="page correct-page">
      <div className="page-head">
        <div>
          <h1>Correction {correction.id}</h1>
          <p>
            {model.sentence}
            {model.upload ? (
              <>
                {' '}
                <a className="mono" href={model.upload.href}>
                  {model.upload.text}
                </a>
              </>
            ) : null}
          </p>
          {model.undone ? <p className="warn-note">{model.undone}</p> : null}
        </div>
      </div>
      <div className="correct-cols">
        <Section title={countText(model.runs.length, 'run')} hint="before and after" id="runs">
          <ColumnTable<CorrectedRun>
            label="Runs"
            rows={model.runs}
            columns={[
              {
                head: 'Run',
                kind: 'name',
                cell: ({ href, label }) =>
                  href ? (
                    <a className="mono" href={href}>
                      {label}
                    </a>
                  ) : (
                    <span className="dim">{label}</span>
                  ),
              },
              ...model.fields.map(
                (head, index): PageColumn<CorrectedRun> => ({
                  head,
                  cell: ({ values }) => <Changed {...values[index]} />,
                }),
              ),
            ]}
          />
        </Section>
        {correction.undone ? null : (
          <div className="correct-outcome">
            <Section title="Undo" hint="what would change back" id="undo" className="what-changes">
              <FormError error={error} className="inset form-error" />
              {preview ? <LaterOnes preview={preview} own={correction.id} /> : null}
              {preview ? <ChangesList preview={preview} /> : null}
              {preview ? (
                <ActionForm
                  action={undoCorrections}
                  button={undoButton(preview)}
                  hint="It stays in the history."
                  reason={null}
                  values={{
                    id: correction.id,
                    revision: preview.revision,
                    withLater: preview.undoes.length > 1 ? '1' : '',
                  }}
                />
              ) : null}
              {canUndo ? null : (
                <p className="inset mid">
                  Undoing needs the role upload or admin: <a href="/sign-in">sign in</a>, or use a token.
                </p>
              )}
            </Section>
          </div>
        )}
      </div>
    </main>
  );
}

function Changed({ before, after }: { before?: string; after?: string }) {
  if (before === after) return after;
  return (
    <>
      <del>{before}</del> → <ins>{after}</ins>
    </>
  );
}

/** Corrections that say the same fields again: all are undone, or none. */
function LaterOnes({ preview, own }: { preview: CorrectionPreview; own: string }) {
  const later = preview.undoes.filter(({ id }) => id !== own);
  if (later.length === 0) return null;
  return (
    <div className="inset">
      <p>
        {countText(later.length, 'later correction')} of the same fields{' '}
        {later.length === 1 ? 'builds' : 'build'} on it and {later.length === 1 ? 'is' : 'are'} undone with
        it:
      </p>
      <ul>
        {later.map(({ id, by, reason }) => (
          <li key={id}>
            <a href={`/corrections/${id}`}>Correction {id}</a> by {by}, {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
