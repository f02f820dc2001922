import { id, slug } from '@basecase/contract/fields';
import { isMetricId } from '@basecase/ingest/model';
import { z } from 'zod';

/*
 * What several procedures, and the HTTP interface, take: whatever an address of a page may have.
 */

export const heatmap = z.object({ server: slug.toLowerCase(), workload: slug });
export const metric = z.string().refine(isMetricId);
/** For a tool without a parser: the name of the tool. */
export const benchmark = slug;

export const byId = z.object({ id });
/** A name or a text of people. */
export const named = (max: number) => z.string().trim().min(1).max(max);
export const reason = named(1000).describe('Why; kept in the history.');
