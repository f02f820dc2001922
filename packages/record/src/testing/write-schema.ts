import { writeFile } from 'node:fs/promises';
import { planJsonSchema } from '../plan/plan-json-schema';

// Writes the JSON Schema of plans into the repository: node --import tsx packages/record/src/testing/write-schema.ts
await writeFile(new URL('../../plan.v1.schema.json', import.meta.url), planJsonSchema());
