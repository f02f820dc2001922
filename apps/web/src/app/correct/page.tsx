import '../../ui/styles/lists.css';
import '../../features/corrections/corrections.css';
import { correctUrl, formModel, selectorOf } from '@basecase/views/corrections';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { CorrectScreen, NoRunsChosen } from '../../features/corrections/correct-screen';
import { orNotFound } from '../../server/or-not-found';
import { loadPreview } from '../../server/pages/load-preview';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Correct' };

export default async function CorrectPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = correctUrl.parse(queryPairs(await searchParams));
  const select = selectorOf(state);
  return (
    <>
      <TopBar current={state.upload ? 'uploads' : 'runs'} />
      {select === null ? <NoRunsChosen /> : await screenOf(state, select)}
    </>
  );
}

async function screenOf(
  state: ReturnType<typeof correctUrl.parse>,
  select: NonNullable<ReturnType<typeof selectorOf>>,
) {
  const caller = serverCaller(await headers());
  const [target, { role }] = await Promise.all([
    orNotFound(caller.corrections.target({ select })),
    caller.tokens.access(),
  ]);
  const form = formModel(target, state);
  const shown =
    role === null || Object.keys(form.changed).length === 0
      ? { preview: null, error: null }
      : await loadPreview(() => caller.corrections.preview({ select, texts: form.changed }));
  return <CorrectScreen target={target} form={form} state={state} canCorrect={role !== null} {...shown} />;
}
