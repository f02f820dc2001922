import { MAX_ANNOTATION } from '@basecase/db/annotations/annotations';
import { z } from 'zod';
import { slug } from '../input-schemas';

/* Annotations over HTTP: requests are checked with these, and the OpenAPI description is made of them. */

/** Of a time, however it is written. */
const MAX_TIME = 60;

export const annotationInput = z.strictObject({
  at: z
    .string()
    .min(1)
    .max(MAX_TIME)
    .describe('When it happened: ISO 8601, at most a year ahead. A day is its beginning in UTC.'),
  label: z.string().trim().min(1).max(MAX_ANNOTATION).describe('What happened: kernel 6.14.'),
  server: slug.nullish().describe('Name or slug of the server that it happened to. Default: all servers.'),
  product: slug.nullish().describe('Default: all products.'),
});

export const annotationFilter = z.strictObject({
  server: slug.optional().describe('Annotations of this server, and of all servers.'),
});
