import { AppError } from '@basecase/db/errors';
import { z } from 'zod';
import { requireRole } from '../access/auth';
import { baseUrlOf } from '../access/request-origin';
import { answer } from '../answer';
import { readListNames } from '../list-names';
import { refuseAddress } from '../refuse-address';
import { unknownParameters } from '../unknown-parameters';
import { FORMATS, type Route } from './operation';

interface Context {
  params: Promise<Record<string, string>>;
}

/** The handler of a route, for its `route.ts`. */
export function routeOf<Query extends z.ZodObject | undefined>({
  at,
  role,
  query: schema,
  checks,
  respond,
}: Route<Query>) {
  return (request: Request, context?: Context): Promise<Response> =>
    answer(at, async () => {
      if (role) await requireRole(request, role);
      const { searchParams: search } = new URL(request.url);
      const query = schema && (await readQuery(schema, checks, search));
      const [key = ''] = Object.values((await context?.params) ?? {});
      const asked = { query, key, search, baseUrl: baseUrlOf(request.headers), request };
      return respond(asked as Parameters<typeof respond>[0]);
    });
}

/** The checked query. @throws AddressError for parameters or names that are unknown */
async function readQuery(schema: z.ZodObject, checks: Route<undefined>['checks'], search: URLSearchParams) {
  const sent = Object.fromEntries(search);
  const formats = readFormats(schema, search);
  if (checks === 'own') return { ...sent, ...formats };
  const unknown = checks ? unknownParameters(search, schema) : [];
  const wanted = checks ? Object.keys(schema.shape) : Object.keys(sent);
  const query = schema.parse(
    Object.fromEntries(Object.entries(sent).filter(([name]) => wanted.includes(name))),
  );
  if (checks !== 'names') {
    refuseAddress(unknown);
    return query;
  }
  const { problems, product, server } = await readListNames(query);
  refuseAddress([...unknown, ...problems]);
  return { ...query, ...(product && { product }), ...(server && { server }) };
}

function readFormats(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const formats = FORMATS.flatMap((name) => {
    const field = schema.shape[name];
    if (!(field instanceof z.ZodDefault)) return [];
    const { success, data } = field.safeParse(search.get(name) ?? undefined);
    if (success) return [[name, data]];
    const known = (field.unwrap() as z.ZodEnum).options.join(', ');
    throw new AppError({ status: 400, code: 'FORMAT_UNKNOWN' }, `${name} must be one of ${known}`);
  });
  return Object.fromEntries(formats);
}
