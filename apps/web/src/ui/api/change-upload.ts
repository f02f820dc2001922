/** Actions on a stored upload: the last part of the route. */
export type UploadChange = 'confirm' | 'cancel' | 'reparse';

/** Values sent when an upload is confirmed; a null server keeps the given or guessed one. */
export interface Confirmed {
  server: string | null;
  settings: Readonly<Record<string, string>>;
}

/** How an upload is read from now on. */
export interface Reading {
  layout?: string;
  unknown?: 'separate' | 'repeats';
}

/**
 * Changes an upload by the HTTP interface that everybody has.
 *
 * @throws Error with what the server says of it
 */
export async function changeUpload(
  id: string,
  change: UploadChange,
  body?: Confirmed | Reading,
): Promise<void> {
  await send(`${id}/${change}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });
}

/** Removes an upload with its runs. @throws Error with what the server says of it */
export async function deleteUpload(id: string): Promise<void> {
  await send(id, { method: 'DELETE' });
}

function send(path: string, init: RequestInit): Promise<void> {
  return sendChange(`uploads/${path}`, init);
}

/** Changes something by the HTTP interface. @throws Error with what the server says of it */
export async function sendChange(path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(`/api/v1/${path}`, init);
  if (answer.ok) return;
  // A proxy in between answers in its own words.
  const problem: { title?: unknown } | null = await answer.json().catch(() => null);
  const isSaid = typeof problem?.title === 'string';
  throw new Error(isSaid ? String(problem.title) : `The server answered with status ${answer.status}.`);
}
