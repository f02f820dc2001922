import '../../../ui/styles/lists.css';
import '../../../features/corrections/corrections.css';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { CorrectionScreen } from '../../../features/corrections/correction-screen';
import { orNotFound } from '../../../server/or-not-found';
import { loadPreview } from '../../../server/pages/load-preview';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ id: string }>;
}

/** Once for the title and the page. */
const loadCorrection = cache((id: string) => orNotFound(serverCaller().corrections.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Correction ${(await loadCorrection((await params).id)).id}` };
}

export default async function CorrectionPage({ params }: Props) {
  const { id } = await params;
  const correction = await loadCorrection(id);
  const caller = serverCaller(await headers());
  const { role } = await caller.tokens.access();
  const undo =
    role === null || correction.undone !== null
      ? { preview: null, error: null }
      : await loadPreview(() => caller.corrections.previewUndo({ id }));
  return (
    <>
      <TopBar current={correction.upload ? 'uploads' : 'runs'} />
      <CorrectionScreen correction={correction} canUndo={role !== null} {...undo} />
    </>
  );
}
