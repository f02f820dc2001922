import { z } from 'zod';
import { planSchema } from './plan';

/** The JSON Schema of plans, for editors: `plan.v1.schema.json`. @returns text of the file */
export function planJsonSchema(): string {
  const schema = z.toJSONSchema(planSchema, { io: 'input', target: 'draft-2020-12' });
  return `${JSON.stringify({ ...schema, title: 'Plan of basecase record' }, null, 2)}\n`;
}
