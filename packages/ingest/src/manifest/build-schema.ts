import { z } from 'zod';
import { cleanCommit, isCommit, OTHER_CPUS, RUN_FACTS, type RunFact } from '../model/build';
import {
  BUILD_FIELDS,
  isBuildNumber,
  isCommitUrl,
  isWebAddress,
  type SaidBuild,
  toInstant,
  toRepository,
} from '../model/build-fields';
import { storedText } from './stored-text';

const text = storedText();

const { commit, committedAt, buildNumber, buildUrl } = BUILD_FIELDS;

const webAddress = z.string().trim().refine(isWebAddress, `expected ${buildUrl.expected}`);

/** A merge of more branches is none. */
const MOST_PARENTS = 64;
/** Longer lists are given by their first entries and `total`. */
const MOST_COMMITS = 1000;
/** A subject that is longer is a mistake. */
const MOST_OF_TEXT = 10_000;

const hash = z.string().trim().refine(isCommit, `expected ${commit.expected}`);

/** `commits` of a build: a list that git made, or its first entries with the number of all. */
const commitsSchema = z
  .strictObject({
    after: hash,
    total: z.number().int().min(0).optional(),
    list: z
      .array(
        z.strictObject({
          hash,
          subject: z.string().max(MOST_OF_TEXT),
          author: z.string().max(MOST_OF_TEXT).optional(),
          at: z.iso.datetime({ offset: true }).optional(),
        }),
      )
      .max(MOST_COMMITS),
  })
  .transform(({ after, total = 0, list }) => ({
    after: after.toLowerCase(),
    total: Math.max(total, list.length),
    list: list.map(({ author = '', at = null, ...one }) =>
      cleanCommit({ ...one, author, at: at && new Date(at).toISOString() }),
    ),
  }));

/** `build` of basecase.json: of a nightly build, or of one commit. */
export const buildSchema = z
  .strictObject({
    commit: z
      .string()
      .trim()
      .refine((value) => commit.read(value) !== null, `expected ${commit.expected}`)
      .transform((value) => value.toLowerCase())
      .optional(),
    branch: text.optional(),
    committedAt: z
      .string()
      .trim()
      .transform((value, context) => {
        const instant = toInstant(value);
        if (instant === null)
          context.addIssue({ code: 'custom', message: `expected ${committedAt.expected}` });
        return instant ?? z.NEVER;
      })
      .optional(),
    parents: z
      .array(z.string().trim().refine(isCommit, `expected ${commit.expected}`))
      .max(MOST_PARENTS)
      .optional(),
    commits: commitsSchema.optional(),
    number: z.number().refine(isBuildNumber, `expected ${buildNumber.expected}`).optional(),
    url: webAddress.optional(),
  })
  .refine(
    (build) => build.commit !== undefined || build.committedAt !== undefined || build.number !== undefined,
    'expected a commit, committedAt or number',
  );

/** `repository` of basecase.json. */
export const repositorySchema = z
  .strictObject({
    url: webAddress.optional(),
    /** Address of one commit, with `{commit}` in the place of its hash. */
    commitUrl: z
      .string()
      .trim()
      .refine(isCommitUrl, `expected ${buildUrl.expected} and holds {commit}`)
      .optional(),
  })
  .refine(
    ({ url, commitUrl }) => url !== undefined || commitUrl !== undefined,
    'expected a url or a commitUrl',
  );

/** `facts` of basecase.json: texts by name. */
export const factsSchema = z.strictObject({
  ...(Object.fromEntries(RUN_FACTS.map((fact) => [fact, text.optional()])) as Record<
    RunFact,
    z.ZodOptional<typeof text>
  >),
  /** CPUs that others used while it was measured. */
  otherCpus: z.string().regex(OTHER_CPUS, 'expected a number of CPUs as text, as in "1.6"').optional(),
});

/** What a manifest says of the build of its runs. */
export function saidBuild({
  build,
  repository,
}: {
  build?: z.infer<typeof buildSchema> | undefined;
  repository?: z.infer<typeof repositorySchema> | undefined;
}): SaidBuild {
  const source = repository && toRepository(repository.url ?? null, repository.commitUrl ?? null);
  return {
    commit: build?.commit ?? null,
    branch: build?.branch ?? null,
    committedAt: build?.committedAt ?? null,
    number: build?.number ?? null,
    url: build?.url ?? null,
    ...(build?.commits && { commits: build.commits }),
    ...(build?.parents?.length && { parents: build.parents.map((parent) => parent.toLowerCase()) }),
    repository: source ?? null,
  };
}
