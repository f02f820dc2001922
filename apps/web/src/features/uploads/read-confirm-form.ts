import { SERVER_KINDS, type ServerKind } from '@basecase/ingest/model';
import { NEW_SERVER } from './server-fields';

/** What the one who confirms an upload says. */
export interface Confirmation {
  /** Null: the name in basecase.json. */
  server: string | null;
  /** To be made known first; null for one that is. */
  newServer: {
    name: string;
    cores: number | null;
    cpu: string | null;
    memoryBytes: number | null;
    storage: string | null;
    os: string | null;
    kind: ServerKind | null;
  } | null;
  settings: Record<string, string>;
}

const GB = 2 ** 30;
const SETTINGS = ['cached', 'campaign', 'notes'] as const;

/** Reads the form of a preview. Empty fields say nothing. */
export function readConfirmForm(data: FormData): Confirmation {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const number = (name: string) => {
    const value = Number(text(name));
    return text(name) === '' || !Number.isFinite(value) ? null : value;
  };
  const settings = Object.fromEntries(
    SETTINGS.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])),
  );
  const chosen = text('server');
  if (chosen !== NEW_SERVER) return { server: chosen || null, newServer: null, settings };
  const memory = number('memory');
  const newServer = {
    name: text('name'),
    cores: number('cores'),
    cpu: text('cpu') || null,
    memoryBytes: memory === null ? null : Math.round(memory * GB),
    storage: text('storage') || null,
    os: text('os') || null,
    kind: SERVER_KINDS.find((one) => one === text('kind')) ?? null,
  };
  return { server: newServer.name, newServer, settings };
}
