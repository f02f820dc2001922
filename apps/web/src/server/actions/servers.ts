'use server';

import { parseMemory } from '@basecase/db/servers/server-facts';
import type { ServerFactValues } from '@basecase/db/types';
import { SERVER_KINDS } from '@basecase/ingest/model';
import { revalidatePath } from 'next/cache';
import type { serverCaller } from '../root';
import { type ActionResult, attempt, textOf } from './problem-of';

/** Sets facts of a server; an empty field removes the value that was set. */
export async function saveFacts(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attemptAt(form, async (caller, server) => {
    const memory = textOf(form, 'memory');
    const cores = textOf(form, 'cores');
    const facts: ServerFactValues = {
      cores: cores === '' ? null : Number(cores),
      cpu: textOf(form, 'cpu') || null,
      memoryBytes: memory === '' ? null : parseMemory(memory),
      storage: textOf(form, 'storage') || null,
      os: textOf(form, 'os') || null,
    };
    const reason = textOf(form, 'reason') || undefined;
    await caller.setFacts({ server, facts, seen: textOf(form, 'seen'), ...(reason && { reason }) });
  });
}

/** Says of which kind a server is. */
export async function saveKind(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attemptAt(form, async (caller, server) => {
    const kind = SERVER_KINDS.find((one) => one === textOf(form, 'kind')) ?? null;
    await caller.setFacts({ server, facts: { kind }, seen: textOf(form, 'seen') });
  });
}

/** Undoes the newest change of a fact. */
export async function undoFact(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attemptAt(form, async (caller, server) => {
    await caller.undoFact({ server, change: textOf(form, 'id') });
  });
}

async function attemptAt(
  form: FormData,
  work: (caller: ReturnType<typeof serverCaller>['serverPage'], server: string) => Promise<void>,
): Promise<ActionResult> {
  const expected = 'Cores is a whole number from 1; texts have at most 200 characters.';
  return attempt(expected, async ({ serverPage }) => {
    await work(serverPage, textOf(form, 'server'));
    revalidatePath('/servers/[slug]', 'page');
    // The page of an upload asks of which kind a new server is.
    revalidatePath('/uploads/[id]', 'page');
  });
}
