import { z } from 'zod';
import { integer, list, text, texts } from './fields';

/** An error over HTTP (RFC 9457). */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: text.describe('What is wrong and what to do about it, for readers.'),
  status: integer,
  code: text.describe('Stable, for programs.'),
  errors: list({
    parameter: text,
    value: text.describe('As it was sent.'),
    message: text,
    nearest: texts.describe('Known values that may be meant, the nearest first.'),
    known: texts.describe('Known values instead; empty where they cannot be listed.'),
  })
    .optional()
    .describe('Of PARAMETER_INVALID: each parameter that is not understood.'),
});
