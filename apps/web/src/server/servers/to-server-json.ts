import type { ServerPage } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { serverHref } from '@basecase/views/url';
import type { z } from 'zod';
import type { serverSchema } from './server-answers';

/** A server as it is sent over HTTP, with whole addresses; what only its page needs is left out. */
export function toServerJson(page: ServerPage, baseUrl: string): z.infer<typeof serverSchema> {
  const { server, measured, others: _, ...rest } = page;
  return {
    ...rest,
    slug: server.slug,
    name: server.name,
    url: `${baseUrl}${serverHref(server.slug)}`,
    measured: measured.map(({ workload, ...row }) => ({
      ...row,
      workload: { slug: workload.slug, label: workload.label, details: workload.details },
      compareUrl: `${baseUrl}${compareHref({ server: server.slug, workload: workload.slug })}`,
    })),
    noise: page.noise.map(({ workload, ...row }) => ({ ...row, workload: workload.slug })),
    workloadMerges: page.workloadMerges.map(({ from, into, ...row }) => ({
      ...row,
      from: from.slug,
      into: into.slug,
    })),
  };
}
