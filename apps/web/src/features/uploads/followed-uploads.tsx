import type { UploadView } from '@basecase/db/types';
import { type RowAction, type RowModel, uploadRow, type WaitingUpload } from '@basecase/views/uploads';
import { type ReactNode, useEffect, useState } from 'react';
import { type UploadAnswer, uploadAnswers } from '../../server/actions/uploads';
import { api, messageOf } from '../../ui/api/api';
import { changeUpload } from '../../ui/api/change-upload';
import { Section } from '../../ui/page/section';
import { Intake } from './intake/intake';
import { ResultCard } from './result-card';
import { UploadRow } from './upload-row';
import { type Followed, useUploads } from './use-upload';

/** An upload that the server has. */
export interface FollowedEntry {
  id: string;
  /** As this visitor calls it: the same bytes may be stored under another name. */
  name: string;
  /** These bytes were sent before. */
  isKnown: boolean;
  /** Sent by this page: it is added together with the others of this page. */
  isOwn: boolean;
  onDismiss: () => void;
}

interface Props {
  entries: readonly FollowedEntry[];
  /** Jobs of this page that are not sent: how many will be, how many won't, and their rows. */
  sending: number;
  stopped: number;
  canUndo: boolean;
  children: ReactNode;
}

/** Uploads that the server has: one table of those that wait, a row for each of the others. */
export function FollowedUploads({ entries, sending, stopped, canUndo, children }: Props) {
  const ids = [...new Set(entries.map(({ id }) => id))];
  const { followed, refresh } = useUploads(ids);
  const [reviewed, setReviewed] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  const own = entries.filter(({ isOwn }) => isOwn);
  const viewOf = (id: string) => followed(id).view;
  const isHere = (id: string) => reviewed.has(id) || own.some((entry) => entry.id === id);
  const waiting = ids.flatMap((id): WaitingUpload[] => {
    const view = viewOf(id);
    return view?.preview && isHere(id) ? [{ ...view, preview: view.preview }] : [];
  });
  const moving = own.filter(({ id }) => isMoving(followed(id))).length;
  const failed = own.filter(({ id }) => viewOf(id)?.state === 'failed').length;
  const others = entries.filter(({ id, isOwn }) => !isOwn && viewOf(id)?.preview && !reviewed.has(id));

  async function act({ id, onDismiss }: FollowedEntry, action: RowAction) {
    if (action === 'dismiss') {
      onDismiss();
      // Readers without a token hide it on this page only.
      return void api.uploads.dismiss.mutate({ ids: [id] }).catch(() => {});
    }
    if (action === 'review') return setReviewed((before) => new Set(before).add(id));
    const { [id]: _, ...rest } = errors;
    setErrors(rest);
    try {
      if (action === 'cancel') await changeUpload(id, 'cancel');
      if (action === 'read-again') await changeUpload(id, 'reparse');
      refresh();
    } catch (reason) {
      setErrors({ ...rest, [id]: messageOf(reason) });
    }
  }

  const stored = ids.filter((id) => viewOf(id)?.state === 'stored');
  // Results of earlier visits wait until those of this one are read.
  const added = stored.some(isHere) ? stored.filter(isHere) : stored;
  const isInTable = (id: string) => waiting.some((each) => each.id === id);
  const rows = entries.filter(({ id }) => !followed(id).isGone && !isInTable(id));
  return (
    <>
      {added.length > 0 ? (
        <Result
          key={added.join()}
          added={added.map((id) => ({ id, filename: viewOf(id)?.filename ?? '' }))}
          canUndo={canUndo && entries.some(({ id, isKnown }) => !isKnown && added.includes(id))}
          onDismiss={() => {
            for (const entry of entries) if (added.includes(entry.id)) entry.onDismiss();
          }}
        />
      ) : null}
      {waiting.length > 0 ? (
        <Intake waiting={waiting} moving={sending + moving} failed={stopped + failed} onChanged={refresh} />
      ) : null}
      <Section
        title="In progress"
        hint="you can leave this page once a file is sent"
        aside={
          others.length > 1 ? (
            <button
              type="button"
              className="button push"
              onClick={() => setReviewed(new Set([...reviewed, ...others.map(({ id }) => id)]))}
            >
              Review all {others.length}
            </button>
          ) : null
        }
        id="on-their-way"
      >
        <ul className="jobs">
          {children}
          {rows.map((entry, index) => {
            const { view, trouble } = followed(entry.id);
            return (
              <UploadRow
                // biome-ignore lint/suspicious/noArrayIndexKey: one upload may have two names.
                key={`${entry.id} ${index}`}
                row={rowOf(entry, view)}
                href={`/uploads/${entry.id}`}
                onAction={(action) => void act(entry, action)}
                error={
                  errors[entry.id] ?? (trouble && `${trouble} This page may be out of date; trying again.`)
                }
              />
            );
          })}
          {rows.length === 0 && !children ? <li className="inset mid">Nothing else is on its way.</li> : null}
        </ul>
      </Section>
    </>
  );
}

/** On its way to the table. */
function isMoving({ view, isGone }: Followed): boolean {
  if (view === null) return !isGone;
  return view.hold && (view.state === 'queued' || view.state === 'reading');
}

function rowOf({ name, isKnown }: FollowedEntry, view: UploadView | null): RowModel {
  if (view) {
    const row = uploadRow(view, isKnown);
    const about = name === view.filename ? row.about : `${row.about}, the same bytes as ${view.filename}`;
    return { ...row, name, about };
  }
  return {
    name,
    about: '',
    status: 'sent',
    emphasis: null,
    detail: 'checking progress',
    progress: null,
    trouble: null,
    actions: [],
  };
}

function Result({
  added,
  canUndo,
  onDismiss,
}: {
  added: readonly { id: string; filename: string }[];
  canUndo: boolean;
  onDismiss: () => void;
}) {
  const [answers, setAnswers] = useState<UploadAnswer[] | null>(null);
  const all = added.map(({ id }) => id).join();
  useEffect(() => {
    let isOver = false;
    const set = (found: UploadAnswer[]) => isOver || setAnswers(found);
    // Without answers the rows still link to the pages of the uploads, which have the heatmaps.
    uploadAnswers(all.split(',')).then(set, () => set([]));
    return () => {
      isOver = true;
    };
  }, [all]);
  return answers === null ? null : (
    <ResultCard added={added} answers={answers} canUndo={canUndo} onDismiss={onDismiss} />
  );
}
