import { Markdown } from '../../../ui/markdown/markdown';
import { Section } from '../../../ui/page/section';

/** What people wrote, for who may only read. */
export function Notes({ notes }: { notes: string }) {
  return (
    <Section title="Notes">
      <div className="in">
        {notes.trim() === '' ? <p className="mid">No notes.</p> : <Markdown source={notes} />}
      </div>
    </Section>
  );
}
