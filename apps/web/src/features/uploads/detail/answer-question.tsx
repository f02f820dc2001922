'use client';

import type { UploadQuestion } from '@basecase/db/types';
import { countText } from '@basecase/views/text';
import { useRouter } from 'next/navigation';
import { changeUpload, type Reading } from '../../../ui/api/change-upload';
import { FormError } from '../../../ui/form/form-error';
import { useAttempt } from '../../../ui/form/use-attempt';
import { Section } from '../../../ui/page/section';
import { PatternInput } from '../intake/naming';

/** Asks what distinguishes stored results. The answer reads the upload again; what it names is a correction with history. */
export function AnswerQuestion({ question: { upload, text, more, patterns } }: { question: UploadQuestion }) {
  const router = useRouter();
  const { busy, error, attempt } = useAttempt();

  async function answer(said: Reading) {
    if (await attempt(() => changeUpload(upload, 'reparse', said))) router.refresh();
  }

  return (
    <Section
      title="What distinguishes these results?"
      hint={more > 0 ? `and ${countText(more, 'more question')}` : undefined}
      id="question"
    >
      <div className="inset stack">
        <p className="anywhere">{text}</p>
        <PatternInput
          label="Pattern of their paths"
          pattern={patterns[0] ?? ''}
          proposed={patterns}
          busy={busy}
          onAnswer={answer}
        />
        <div className="actions">
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => answer({ unknown: 'separate' })}
          >
            Keep separate
          </button>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => answer({ unknown: 'repeats' })}
          >
            These are repeats
          </button>
        </div>
        <p className="mid">
          The stored files are read again. Links to runs stay valid, and new names are listed below as
          corrections, which can be undone.
        </p>
        <FormError error={error} />
      </div>
    </Section>
  );
}
