import { writeFile } from 'node:fs/promises';
import { resultsJsonSchema } from '../parsers/results-json/schema/results-schema';

// Writes the JSON Schema of the open format into the repository:
// node --import tsx packages/ingest/src/testing/write-schema.ts
await writeFile(new URL('../../results.v1.schema.json', import.meta.url), resultsJsonSchema());
