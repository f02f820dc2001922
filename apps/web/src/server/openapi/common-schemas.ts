import { z } from 'zod';

export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string().describe('What is wrong and what to do about it, for readers.'),
  status: z.number().int(),
  code: z.string().describe('Stable, for programs.'),
  errors: z
    .array(
      z.object({
        parameter: z.string(),
        value: z.string().describe('As it was sent.'),
        message: z.string(),
        known: z.array(z.string()).describe('Known values instead; empty where they cannot be listed.'),
      }),
    )
    .optional()
    .describe('Of PARAMETER_INVALID: each parameter that is not understood.'),
});

const version = z.string().describe('Version of Basecase.');

export const liveSchema = z.object({ status: z.literal('ok'), version });

export const healthSchema = z.object({
  status: z.literal('ok'),
  version,
  database: z.object({ runs: z.number().int().nonnegative(), milliseconds: z.number().nonnegative() }),
  warnings: z.array(z.string()).describe('Warnings that need attention; the process itself is healthy.'),
});
