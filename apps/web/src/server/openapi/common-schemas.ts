import { z } from 'zod';

export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string().describe('What is wrong and what to do about it, for readers.'),
  status: z.number().int(),
  code: z.string().describe('Stable, for programs.'),
});

export const healthSchema = z.object({
  status: z.literal('ok'),
  database: z.object({ runs: z.number().int().nonnegative(), milliseconds: z.number().nonnegative() }),
  warnings: z.array(z.string()).describe('What somebody should look at, although this process works.'),
});
