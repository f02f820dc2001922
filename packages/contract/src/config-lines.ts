import { z } from 'zod';
import { byAndAt, count, integer, maybeText, text, texts, time } from './fields';

/* Configs of a product that continue each other, and what people decided about them. */

const pair = {
  from: text.describe('Name of a config.'),
  to: text.describe('Name of the config that continues it.'),
};

const setting = z.object({
  name: text,
  kind: z.enum(['added', 'removed', 'changed']),
  before: maybeText,
  after: maybeText,
});

const evidence = {
  changed: z
    .array(setting)
    .nullable()
    .describe('Settings that differ; null where the text of a config is not stored.'),
  shared: z
    .object({
      version: text,
      moved: count,
      tests: count,
      movedTests: texts.optional().describe('Keys of tests that moved, the farthest first; at most 20.'),
      ratio: z.number().optional().describe('Geometric mean of all tests, later config / earlier one.'),
    })
    .nullable()
    .describe('A version that was measured with both, and how many of its tests moved between them.'),
};

const line = {
  server: text.describe('Slug.'),
  workload: text.describe('Slug.'),
  serverName: text,
  workloadLabel: text,
  product: text,
  flavour: maybeText,
  isBeingJudged: z
    .literal(true)
    .optional()
    .describe('A decision was made after its heatmap was judged: this answer is older than the decision.'),
};

export const configLineSchema = z.object({
  ...line,
  configs: texts.describe('In the order in which they begin; the first names the line.'),
  seams: z.array(z.object({ ...pair, ...evidence, reason: z.enum(['names', 'settings', 'decision']) })),
});

const seam = { ...line, ...pair, ...evidence };

const lineProposalSchema = z.object({
  ...seam,
  reason: text.describe('Why the two were not joined.'),
  canStep: z
    .boolean()
    .optional()
    .describe('True where a config step can be confirmed: names succeed, a version shows a difference.'),
});

const configStepSchema = z.object({
  ...seam,
  lineBefore: text.describe('Config that names the line before the step.'),
  line: text.describe('Config that names the line after the step.'),
});

export const lineDecisionSchema = z.object({
  id: text,
  product: text,
  ...pair,
  action: z
    .enum(['join', 'split', 'step'])
    .describe('A step: the two continue each other, and later versions are compared from the step on.'),
  by: text.describe('Name of a token, or `local`.'),
  createdAt: time,
  undone: byAndAt.nullable().describe('Null while it is in force.'),
});

export const lineDecisionBody = lineDecisionSchema.pick({
  product: true,
  from: true,
  to: true,
  action: true,
});

export const configLinesSchema = z.object({
  lines: z.array(configLineSchema),
  proposals: z.array(lineProposalSchema).describe('Joins that need a decision.'),
  steps: z.array(configStepSchema).describe('Confirmed config steps. No ratio leads across one.'),
  decisions: z.array(lineDecisionSchema).describe('The newest first, those that were undone, too.'),
  pending: integer.describe(
    'Heatmaps that were judged before there were lines: nothing was joined there yet.',
  ),
});

export type ConfigLineEntry = z.infer<typeof configLineSchema>;
export type LineDecisionEntry = z.infer<typeof lineDecisionSchema>;
export type ConfigLinesView = z.infer<typeof configLinesSchema>;
export type LineDecisionBody = z.infer<typeof lineDecisionBody>;
