'use server';

import { revalidatePath } from 'next/cache';
import type { serverCaller } from '../root';
import { type ActionResult, attempt, textOf } from './problem-of';

export async function cancelPlan(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((agents) => agents.cancel({ id: textOf(form, 'id') }));
}

/** Queues the plan of a schedule now. */
export async function queuePlan(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((agents) => agents.queue({ id: textOf(form, 'id') }));
}

export async function removeSchedule(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((agents) => agents.unschedule({ id: textOf(form, 'id') }));
}

type Agents = ReturnType<typeof serverCaller>['agents'];

async function change(work: (agents: Agents) => Promise<unknown>): Promise<ActionResult> {
  return attempt('It was removed meanwhile.', async ({ agents }) => {
    await work(agents);
    revalidatePath('/agents');
  });
}
