import type { ViewDocument } from '@basecase/views/document';
import { z } from 'zod';

const cell = z.object({
  text: z.string().describe('As displayed.'),
  note: z.string(),
  level: z.string().nullable().describe('Colour level; null for a plain number.'),
  mark: z.enum(['up', 'dn']).nullable(),
  verdict: z.string().optional(),
  value: z.number().nullable().describe('At full precision; null without a value.'),
});

const head = z.object({
  key: z.string(),
  label: z.string(),
  note: z.string().describe('The unit, or the config.'),
  starts: z.boolean(),
  isBase: z.boolean(),
  isWords: z.boolean(),
});

const row = z.object({
  key: z.string(),
  name: z.string(),
  note: z.string(),
  isBase: z.boolean(),
  isMean: z.boolean(),
  cells: z.array(cell).describe('In the order of heads.'),
});

const chart = z.object({
  description: z.string(),
  places: z.array(z.string()),
  from: z.number(),
  to: z.number(),
  ticks: z.array(z.object({ value: z.number(), text: z.string() })),
  reference: z.number().nullable(),
  lines: z.array(
    z.object({
      label: z.string(),
      points: z.array(z.object({ value: z.number(), level: z.string() }).nullable()),
    }),
  ),
});

const tick = z.object({ value: z.number(), text: z.string() });
const tone = z.enum(['plain', 'slower', 'faster']);
const mark = z.object({ x: z.number(), text: z.string() });

const nights = z.object({
  description: z.string(),
  from: z.number().describe('Ends of the axis: days since 1970, or places in build order.'),
  to: z.number(),
  ticks: z.array(tick),
  at: z.array(z.number()).describe('Where each night lies.'),
  panels: z.array(
    z.object({
      title: z.string().describe('Label of the metric.'),
      hint: z.string(),
      from: z.number(),
      to: z.number(),
      ticks: z.array(tick),
      reference: z.number().nullable(),
      slower: z.enum(['down', 'up']),
      values: z.array(z.number().nullable()).describe('Of each night; null without a value.'),
      kinds: z.array(z.enum(['night', 'slower', 'faster', 'maybe-slower', 'maybe-faster', 'outlier'])),
      levels: z.array(
        z.object({
          from: z.number(),
          to: z.number(),
          value: z.number(),
          low: z.number().describe('What 95% of its nights lie between.'),
          high: z.number(),
          tone,
        }),
      ),
      changes: z.array(
        z.object({
          x: z.number(),
          before: z.number(),
          after: z.number(),
          low: z.number(),
          high: z.number(),
          tone,
          isSure: z.boolean(),
          size: z.string(),
          words: z.string(),
        }),
      ),
      ends: z.array(
        z.object({
          value: z.number(),
          text: z.string(),
          short: z.string(),
          note: z.string(),
          tone,
          isStrong: z.boolean(),
        }),
      ),
    }),
  ),
  releases: z.array(mark),
  events: z.array(mark),
  picked: z.array(z.object({ letter: z.enum(['A', 'B']), night: z.number().int() })),
});

/** A view other than a heatmap: its tables, and its chart. */
export const documentSchema = z.object({
  title: z.string(),
  on: z.string(),
  meta: z.array(z.string()).describe('Origin, server and workload.'),
  sentence: z.object({ strong: z.string(), rest: z.string() }),
  notes: z.array(z.string()),
  chart: chart.nullable(),
  nights: nights.optional().describe('Nights over time, with their levels and changes.'),
  tables: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      hint: z.string(),
      corner: z.string(),
      groups: z.array(z.object({ label: z.string(), span: z.number().int() })),
      heads: z.array(head),
      sections: z.array(z.object({ label: z.string(), rows: z.array(row) })),
      notes: z.array(z.string()),
    }),
  ),
});

type Fits<Answer extends Described, Described> = Answer;
/** @public Does not compile when a document is not what the description says. */
export type DescribedDocument = Fits<ViewDocument, z.infer<typeof documentSchema>>;
