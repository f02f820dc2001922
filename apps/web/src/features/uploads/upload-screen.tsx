'use client';

import type { UploadListEntry } from '@basecase/db/types';
import { countText } from '@basecase/views/text';
import { jobRow, type RowAction } from '@basecase/views/uploads';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { Section } from '../../ui/page/section';
import type { FollowedEntry } from './followed-uploads';
import { queue, useJobs } from './send/queue-of-page';
import { readInput } from './send/read-drop';
import { type AskedTable, sendOrAsk, useAskedTable } from './table/asked-table';
import { UploadRow } from './upload-row';

// What follows an upload, and what asks about a table, is loaded when there is one.
const FollowedUploads = lazy(() =>
  import('./followed-uploads').then((module) => ({ default: module.FollowedUploads })),
);
const TablePanel = lazy(() =>
  import('./table/table-panel').then((module) => ({ default: module.TablePanel })),
);

interface Props {
  /** On their way on the server when the page was made, the newest first. */
  pending: Pick<UploadListEntry, 'id' | 'filename'>[];
  /** As typed: `4 GB`. */
  limit: string;
  /** Admins may remove what was added. */
  canUndo: boolean;
}

/** Choosing, sending, reading, confirming: all uploads that are on their way, of this browser and of others. */
export function UploadScreen({ pending, limit, canUndo }: Props) {
  const jobs = useJobs();
  const asked = useAskedTable();
  const [leftOut, setLeftOut] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setHidden((ids) => new Set(ids).add(id));
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const { files } = event.target;
    if (files && files.length > 0) void sendOrAsk(readInput(files)).then((sent) => setLeftOut(sent.leftOut));
    // The same file can be chosen again: after a change of it, or after it was cancelled.
    event.target.value = '';
  };

  const sent = new Set(jobs.flatMap(({ state }) => (state.phase === 'sent' ? [state.uploadId] : [])));
  const entries: FollowedEntry[] = [
    ...jobs.flatMap(({ key, name, state }) =>
      state.phase === 'sent'
        ? [
            {
              id: state.uploadId,
              name,
              isKnown: state.isKnown,
              isOwn: true,
              onDismiss: () => queue.remove(key),
            },
          ]
        : [],
    ),
    ...pending
      .filter(({ id }) => !sent.has(id) && !hidden.has(id))
      .map(({ id, filename }) => ({
        id,
        name: filename,
        isKnown: false,
        isOwn: false,
        onDismiss: () => hide(id),
      })),
  ];
  const unsent = jobs.flatMap((job) => {
    const row = jobRow(job);
    return row ? [<JobRow key={job.key} jobKey={job.key} row={row} />] : [];
  });
  const stopped = jobs.filter(({ state }) => state.phase === 'stopped').length;
  const cancelled = jobs.filter(({ state }) => state.phase === 'cancelled').length;

  return (
    <>
      <DropZone limit={limit} onChoose={choose} />
      <Suspense>{asked ? <TablePanel key={keyOf(asked)} table={asked} /> : null}</Suspense>
      {leftOut > 0 ? (
        <p className="warn-note" role="status">
          {countText(leftOut, 'hidden file')} left out: names that begin with a dot, and files that file
          managers create.
        </p>
      ) : null}
      {entries.length > 0 ? (
        <Suspense>
          <FollowedUploads
            entries={entries}
            sending={unsent.length - stopped - cancelled}
            stopped={stopped}
            canUndo={canUndo}
          >
            {unsent.length > 0 ? unsent : null}
          </FollowedUploads>
        </Suspense>
      ) : (
        <Section title="In progress" hint="you can leave this page once a file is sent" id="on-their-way">
          {unsent.length === 0 ? (
            <p className="inset mid">
              No uploads in progress. Stored uploads are in the list of all uploads.
            </p>
          ) : (
            <ul className="jobs">{unsent}</ul>
          )}
        </Section>
      )}
    </>
  );
}

/** Another file is another form. */
function keyOf({ file }: AskedTable): string {
  return `${file.name} ${file.size} ${file.lastModified}`;
}

function JobRow({ jobKey, row }: { jobKey: string; row: NonNullable<ReturnType<typeof jobRow>> }) {
  const act = (action: RowAction) => {
    if (action === 'cancel-sending') queue.cancel(jobKey);
    if (action === 'send-again') queue.again(jobKey);
    if (action === 'dismiss') queue.remove(jobKey);
  };
  return <UploadRow row={row} href={null} onAction={act} />;
}

function DropZone({
  limit,
  onChoose,
}: {
  limit: string;
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <div className="drop cluster only-script">
      <div>
        <h2>Drop archives, logs or a folder here, or on any other page</h2>
        <p>
          .zip, .tar, .tar.gz, .tar.zst, .tar.xz or plain logs, up to {limit} each. sysbench, pgbench, Insert
          Benchmark, db_bench, TPROC-C, TPC-C, YCSB, BenchBase, Google Benchmark, go test -bench, JMH, fio,
          vmstat, iostat; of any other tool results.json, or a CSV with headings.
        </p>
      </div>
      <button type="button" className="button primary" onClick={() => files.current?.click()}>
        Choose files
      </button>
      <button type="button" className="button" onClick={() => folder.current?.click()}>
        Choose a folder
      </button>
      <input ref={files} type="file" multiple hidden aria-label="Files" onChange={onChoose} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        onChange={onChoose}
        {...{ webkitdirectory: '' }}
      />
    </div>
  );
}
