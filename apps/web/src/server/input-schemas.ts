import { isMetricId } from '@basecase/ingest/model';
import { MAX_PAGE, MAX_SEARCH, MAX_TEXT } from '@basecase/views/url';
import { z } from 'zod';

/*
 * What several procedures, and the HTTP interface, take: whatever an address of a page may have.
 */

/** A slug, a name or a key. */
export const slug = z.string().min(1).max(MAX_TEXT);
export const heatmap = z.object({ server: slug, workload: slug });
export const metric = z.string().refine(isMetricId);
/** For a tool without a parser: the name of the tool. */
export const benchmark = z.string().min(1).max(MAX_TEXT);
/** Words that a list is searched for. */
export const search = z.string().max(MAX_SEARCH).optional();
export const pageNumber = z.coerce.number().int().min(1).max(MAX_PAGE);

export const id = z.string().max(20);
export const byId = z.object({ id });
/** A name or a text of people. */
export const named = (max: number) => z.string().trim().min(1).max(max);
export const reason = named(1000).describe('Why; kept in the history.');
