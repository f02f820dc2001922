import { z } from 'zod';

const version = z.string().describe('Version of Basecase.');

export const liveSchema = z.object({ status: z.literal('ok'), version });

export const healthSchema = z.object({
  status: z.literal('ok'),
  version,
  database: z.object({ runs: z.number().int().nonnegative(), milliseconds: z.number().nonnegative() }),
  warnings: z.array(z.string()).describe('Warnings that need attention; the process itself is healthy.'),
});
