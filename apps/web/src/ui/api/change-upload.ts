/** What can be done with an upload that is there: the last part of its route. */
export type UploadChange = 'confirm' | 'cancel' | 'reparse';

/** What is said of an upload when it is confirmed; a null server leaves what was said or guessed. */
export interface Confirmed {
  server: string | null;
  settings: Readonly<Record<string, string>>;
}

/**
 * Changes an upload by the HTTP interface that everybody has.
 *
 * @throws Error with what the server says of it
 */
export async function changeUpload(id: string, change: UploadChange, body?: Confirmed): Promise<void> {
  await send(`${id}/${change}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });
}

/** Removes an upload with its runs. @throws Error with what the server says of it */
export async function deleteUpload(id: string): Promise<void> {
  await send(id, { method: 'DELETE' });
}

async function send(path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(`/api/v1/uploads/${path}`, init);
  if (answer.ok) return;
  // A proxy in between answers in its own words.
  const problem: { title?: unknown } | null = await answer.json().catch(() => null);
  const isSaid = typeof problem?.title === 'string';
  throw new Error(isSaid ? String(problem.title) : `The server answered with status ${answer.status}.`);
}
