import { Markdown } from '../../../ui/markdown/markdown';
import { Section } from '../../../ui/page/section';
import { NotesForm } from './notes-form';

interface Props {
  slug: string;
  notes: string;
  version: number;
  /** Others read. */
  canWrite: boolean;
}

/** The notes of a record, with a form for those allowed to edit. */
export function Notes({ slug, notes, version, canWrite }: Props) {
  const isEmpty = notes.trim() === '';
  return (
    <Section title="Notes">
      <div className={canWrite ? 'inset stored-notes' : 'inset'}>
        {isEmpty ? (
          <p className="mid">{canWrite ? 'No notes yet.' : 'No notes.'}</p>
        ) : (
          <Markdown source={notes} />
        )}
      </div>
      {canWrite ? <NotesForm slug={slug} notes={notes} version={version} /> : null}
    </Section>
  );
}
