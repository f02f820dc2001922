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

const time = z.iso.datetime();

export const annotationSchema = z.object({
  id: z.string(),
  at: time,
  label: z.string(),
  server: z.string().nullable().describe('Slug; null: all servers.'),
  product: z.string().nullable().describe('Null: all products.'),
  by: z.string(),
  createdAt: time,
  removed: z.object({ by: z.string(), at: time }).nullable().describe('Null while it is in force.'),
});

export const annotationListSchema = z.object({
  annotations: z.array(annotationSchema).describe('The newest first, with those that were taken back.'),
});
