import type { z } from 'zod';
import { actorOf, requireRole } from '../access/auth';
import { baseUrlOf } from '../access/request-origin';
import { answer } from '../answer';
import { database } from '../database';
import { readListNames, unknownParameters } from '../list-names';
import { refuseAddress } from '../refuse-address';
import { readJson } from '../uploads/read-json';
import type { Definition } from './operation';

interface Context {
  params: Promise<Record<string, string>>;
}

/** The handler of an operation, for its `route.ts`. */
export function routeOf<
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
  Found,
>(operation: Definition<Query, Body, Answer, Found>) {
  const { at, role, status = 200 } = operation;
  return (request: Request, context?: Context): Promise<Response> =>
    answer(at, async () => {
      if (role) await requireRole(request, role);
      const { query, refused } = await readQuery(operation, request);
      if (refused) return refused;
      const [key = ''] = Object.values((await context?.params) ?? {});
      const found = await operation.run({
        db: database(),
        query,
        body: operation.body?.parse(await readJson(request)),
        key,
        by: () => actorOf(request.headers),
      } as Parameters<typeof operation.run>[0]);
      return Response.json(operation.json(found, baseUrlOf(request.headers)), { status });
    });
}

/** The checked query, or the answer to one with parameters or names that are unknown. */
async function readQuery(
  {
    query: schema,
    checks,
  }: Pick<Definition<z.ZodObject | undefined, undefined, z.ZodType, unknown>, 'query' | 'checks'>,
  request: Request,
) {
  const { searchParams } = new URL(request.url);
  if (!schema) return { query: undefined, refused: null };
  const unknown = checks ? unknownParameters(searchParams, schema) : [];
  const sent = Object.fromEntries(searchParams);
  const wanted = checks ? Object.keys(schema.shape) : Object.keys(sent);
  const query = schema.parse(
    Object.fromEntries(Object.entries(sent).filter(([name]) => wanted.includes(name))),
  );
  if (checks !== 'names') return { query, refused: refuseAddress(unknown) };
  const { problems, product, server } = await readListNames(query);
  const names = { ...(product && { product }), ...(server && { server }) };
  return { query: { ...query, ...names }, refused: refuseAddress([...unknown, ...problems]) };
}
