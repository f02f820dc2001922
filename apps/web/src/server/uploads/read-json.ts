import { z } from 'zod';

/** Bodies of this interface are a few settings. */
const MAX_CHARACTERS = 100_000;

/**
 * The JSON of a body, `{}` when there is none.
 *
 * @throws ZodError when it is not JSON, or far too long
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === '') return {};
  return jsonText.parse(text);
}

const jsonText = z
  .string()
  .max(MAX_CHARACTERS)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      context.addIssue({ code: 'custom', message: `The body is not JSON: ${String(error)}` });
      return z.NEVER;
    }
  });
