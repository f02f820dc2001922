import path from 'node:path';
import { takeVersionBuild } from '../identity/names/take-build';
import { saidBuild } from '../manifest/build-schema';
import type { Manifest } from '../manifest/manifest';
import type { IdentityField, IdentityValue } from '../model/identity';
import { mergeBuild } from '../model/merge-build';
import type { NormalizedRun, Variant } from '../model/run';
import { isVersion } from '../model/version';

/** The manifest of a directory, or of the nearest one above it. */
export function findManifest(manifests: ReadonlyMap<string, Manifest>, directory: string): Manifest | null {
  return nearest(manifests, directory)?.value ?? null;
}

/** The value of a directory, or of the nearest one above it. */
export function nearest<Value>(
  values: ReadonlyMap<string, Value>,
  directory: string,
): { value: Value; directory: string } | null {
  if (values.size === 0) return null;
  for (let at = directory; ; at = path.posix.dirname(at)) {
    const value = values.get(at);
    if (value !== undefined) return { value, directory: at };
    if (at === '.' || at === '/') return null;
  }
}

/**
 * The run with what its manifest says instead of what names say.
 *
 * @param hasConfig true where the config of the run is that of the manifest and what tells its runs apart
 */
export function withManifest(
  run: NormalizedRun,
  manifest: Manifest | null,
  hasConfig = false,
): NormalizedRun {
  if (!manifest) return run;
  const { server, workload } = manifest;
  return {
    ...run,
    variant: toVariant(run.variant, manifest, hasConfig),
    workload: {
      ...run.workload,
      cached: workload?.cached ?? run.workload.cached,
      label: workload?.label ?? run.workload.label,
    },
    server: server
      ? {
          name: server.name,
          cores: server.cores ?? run.cores,
          cpu: server.cpu ?? null,
          memoryBytes: server.memoryBytes ?? null,
          storage: server.storage ?? null,
          os: server.os ?? null,
          kind: server.kind ?? null,
        }
      : run.server,
    isServerRead: !server && run.server !== null,
    campaign: manifest.campaign ?? run.campaign,
    startedAt: manifest.startedAt ?? run.startedAt,
    notes: manifest.notes ?? run.notes,
    ...withSaid(run.identity ?? [], manifest),
  };
}

/** The values of basecase.json in place of those that were determined without it. */
function withSaid(
  found: readonly IdentityValue[],
  { product, version, flavour, config, server, workload }: Manifest,
): { identity?: IdentityValue[] } {
  const values = { product, version, flavour, config, server: server?.name, workload: workload?.label };
  const said = (Object.entries(values) as [IdentityField, string | undefined][]).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [{ field, value, source: 'manifest', confidence: 'sure', at: 'basecase.json' } as const],
  );
  if (said.length === 0) return {};
  return {
    identity: [...found.filter(({ field }) => values[field as keyof typeof values] === undefined), ...said],
  };
}

function toVariant(read: Variant, manifest: Manifest, hasConfig: boolean): Variant {
  const said = manifest.version === undefined ? null : takeVersionBuild(manifest.version);
  const ofVersion = mergeBuild(read.build ?? null, said?.build ?? {});
  const build = mergeBuild(ofVersion, saidBuild(manifest));
  return {
    product: manifest.product ?? read.product,
    version: said?.version ?? read.version,
    versionKnown: said ? isVersion(said.version) : read.versionKnown,
    flavour: manifest.flavour ?? read.flavour,
    config: hasConfig ? read.config : (manifest.config ?? read.config),
    ...(build && { build }),
  };
}

/** A column of a table with what the manifest of its raw logs says: what they share with it, and not their version. */
export function withManifestOfHome(run: NormalizedRun, manifest: Manifest | null): NormalizedRun {
  const { server, workload, campaign } = withManifest(run, manifest);
  return { ...run, server, workload, campaign };
}

/** The run identity in a manifest: two nights with one name are two runs, a manifest copied to each repeat is one. */
export function whatIsSaid(manifest: Manifest | null): unknown {
  if (!manifest) return null;
  const { server, product, version, build, flavour, config, workload, campaign, startedAt, rounds } =
    manifest;
  return [server?.name, product, version, build, flavour, config, workload, campaign, startedAt, rounds?.id];
}
