import { Markdown } from '../../../ui/markdown/markdown';

/** What people wrote, for who may only read. */
export function Notes({ notes }: { notes: string }) {
  return (
    <section className="sec">
      <header>
        <h2>Notes</h2>
      </header>
      <div className="in">
        {notes.trim() === '' ? <p className="mid">No notes.</p> : <Markdown source={notes} />}
      </div>
    </section>
  );
}
