import { z } from 'zod';

const at = z.iso.datetime();
const round = z.int().min(1);
const name = z.string();

/** What happened in a recording, one line of JSON each, in the order in which it happened. */
export const journalLineSchema = z.discriminatedUnion('type', [
  /** First line: which recording it is, what its order is drawn from, where the servers' files are. */
  z.object({ type: z.literal('begin'), at, id: name, seed: z.int(), data: name, password: name }),
  /** All servers were started; rounds from here on belong to this start. */
  z.object({ type: z.literal('started'), at, start: z.int().min(1) }),
  /** A slice that counts, once its round is whole. */
  z.object({
    type: z.literal('slice'),
    at,
    round,
    test: name,
    variant: name,
    /** Operations per second, as the tool printed it. */
    throughput: z.number().positive(),
    /** Shares of the CPUs, CPUs, seconds, pages, MHz: what the machine did meanwhile. */
    steal: z.number(),
    others: z.number(),
    serverSeconds: z.number(),
    swappedPages: z.number(),
    megahertz: z.number().nullable(),
    freeBytes: z.number(),
  }),
  /** A slice that does not count. */
  z.object({ type: z.literal('lost'), at, round, test: name, variant: name, reason: name }),
  /** Given up: a variant, or one test of it. */
  z.object({
    type: z.literal('failed'),
    at,
    round,
    variant: name,
    test: name.nullable(),
    reason: name,
  }),
  /** A round is whole, with every test of every variant measured, lost or given up. */
  z.object({
    type: z.literal('round'),
    at,
    round,
    start: z.int().min(1),
    order: z.array(name),
    seconds: z.number(),
  }),
  z.object({ type: z.literal('end'), at, why: z.enum(['known', 'most', 'minutes', 'stopped', 'failed']) }),
]);

export type JournalLine = z.infer<typeof journalLineSchema>;
export type Slice = Extract<JournalLine, { type: 'slice' }>;
export type LostSlice = Extract<JournalLine, { type: 'lost' }>;
export type Failure = Extract<JournalLine, { type: 'failed' }>;
export type EndReason = Extract<JournalLine, { type: 'end' }>['why'];
