import type { SendJob } from '@basecase/views/uploads';
import { useSyncExternalStore } from 'react';
import { browserTransport } from './browser-transport';
import { groupFiles } from './group-files';
import { SendQueue } from './send-queue';
import type { PathFile } from './tar-blob';

/** The one queue of this page: it outlives the change to the upload page by which a drop elsewhere gets there. */
export const queue = new SendQueue(browserTransport);

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
