import { z } from 'zod';

/*
 * What OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0, §4.8) says of the objects that this description is made of. Strict:
 * a field that the standard does not know is a mistake. For tests.
 */

const jsonSchema = z.record(z.string(), z.unknown()).refine((schema) => !('$schema' in schema));
const mediaTypes = z.record(
  z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
  z.strictObject({ schema: jsonSchema.optional() }),
);

const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['query', 'path']),
  required: z.boolean(),
  schema: jsonSchema,
});

const operation = z.strictObject({
  summary: z.string().min(1),
  description: z.string().optional(),
  security: z.array(z.strictObject({ token: z.array(z.never()) })),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: mediaTypes }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content: mediaTypes.optional() }),
  ),
});

const paths = z.record(
  z.string().startsWith('/'),
  z.partialRecord(z.enum(['get', 'put', 'post', 'delete', 'patch']), operation),
);

export const openapiShape = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths,
  components: z.strictObject({
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    ),
    schemas: z.record(z.string(), jsonSchema),
  }),
});
