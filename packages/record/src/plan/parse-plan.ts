import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { messageOf, RecordError } from '../record-error';
import { type Plan, type PlanTest, planSchema, type Variant } from './plan';

const MOST_ISSUES = 5;

/**
 * A plan parsed from its file.
 *
 * @param text JSON
 * @param name of the file, for messages
 * @throws RecordError PLAN_INVALID with the place of each mistake and what was expected
 */
export function parsePlan(text: string, name = 'plan'): Plan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new RecordError('PLAN_INVALID', `${name} is not JSON: ${messageOf(error)}.`, { cause: error });
  }
  const parsed = planSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(describeIssue);
  const more = issues.length > MOST_ISSUES ? [`and ${issues.length - MOST_ISSUES} more`] : [];
  throw new RecordError(
    'PLAN_INVALID',
    [`${name} is not a plan:`, ...issues.slice(0, MOST_ISSUES).map((issue) => `  ${issue}`), ...more].join(
      '\n',
    ),
  );
}

/**
 * Reads a plan, with paths made absolute and files of settings read in: it means the same from anywhere.
 *
 * @throws RecordError PLAN_INVALID, also for a file that is not there
 */
export async function readPlan(file: string): Promise<Plan> {
  const text = await readOr(file, `the plan ${file}`);
  return resolvePlan(parsePlan(text, file), dirname(resolve(file)));
}

async function resolvePlan(plan: Plan, directory: string): Promise<Plan> {
  const variants = await Promise.all(plan.variants.map((variant) => resolveVariant(variant, directory)));
  return { ...plan, variants, tests: plan.tests.map((test) => resolveTest(test, directory)) };
}

async function resolveVariant(variant: Variant, directory: string): Promise<Variant> {
  const { settings } = variant;
  const read =
    settings && 'file' in settings
      ? { text: await readOr(resolve(directory, settings.file), `settings ${settings.file}`) }
      : settings;
  const given = read ? { ...variant, settings: read } : variant;
  if (given.starter === 'commands' || given.binaries.startsWith('npm:')) return given;
  return { ...given, binaries: resolve(directory, given.binaries) };
}

/** Scripts with a slash are files; others are part of the tool. */
function resolveTest(test: PlanTest, directory: string): PlanTest {
  if (test.tool === 'command' || !test.script?.includes('/')) return test;
  return { ...test, script: resolve(directory, test.script) };
}

async function readOr(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new RecordError('PLAN_INVALID', `${what} cannot be read: ${messageOf(error)}.`, { cause: error });
  });
}

/** `tests.2.tool: expected …` */
function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the plan' : issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${place}: unknown key ${issue.keys.join(', ')}`;
  return `${place}: ${issue.message}`;
}
