import type { SendJob } from '@basecase/views/uploads';
import { useSyncExternalStore } from 'react';
import { groupFiles } from './group-files';
import { SendError, type Transport } from './send-job';
import { SendQueue } from './send-queue';
import type { PathFile } from './tar-blob';

/** Loaded with the first file: until then no page pays for it. */
const loadTransport = () =>
  import('./browser-transport').then(
    ({ browserTransport }) => browserTransport,
    () => {
      throw new SendError('CONNECTION_CUT', 'The part of this page that sends files did not load.', true);
    },
  );

const transport: Transport = {
  hash: async (blob) => (await loadTransport()).hash(blob),
  find: async (sha256) => (await loadTransport()).find(sha256),
  put: async (request) => (await loadTransport()).put(request),
  now: () => performance.now() / 1000,
  wait: (seconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** The one queue of this page: it outlives the change to the upload page by which a drop elsewhere gets there. */
export const queue = new SendQueue(transport);

let guarded = false;

/** Sends files; leaving the page while they are sent asks first. */
export function sendFiles(files: readonly PathFile[]): { leftOut: number } {
  const { plans, leftOut } = groupFiles(files);
  queue.add(plans);
  if (!guarded) {
    guarded = true;
    window.addEventListener('beforeunload', (event) => {
      if (queue.isBusy()) event.preventDefault();
    });
  }
  return { leftOut };
}

const NONE: readonly SendJob[] = [];

export function useJobs(): readonly SendJob[] {
  return useSyncExternalStore(queue.subscribe, queue.jobs, () => NONE);
}
