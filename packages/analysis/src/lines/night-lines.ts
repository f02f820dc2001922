import { buildKey, buildLabel } from '@basecase/ingest/model';
import { groupBy } from '../statistics/group-by';
import type { VariantKey } from '../verdicts/noise/noise-types';
import { findReleaseLines, type NightLine } from '../verdicts/steps/release-lines';
import { inSuccession, toMeasured } from './chain';
import { JoinedConfigs } from './join-configs';
import type { ConfigLine, LineEvidence } from './line-types';

type Night = Pick<VariantKey, 'product' | 'version' | 'flavour' | 'build'> & {
  config: string;
  index: number;
};

/** A night as a version in its place: no config name has it. */
const placeName = (place: number) => `0.0.${place}`;

/**
 * The configs of nights that continue each other, by the evidence that joins those of releases; a place in the order of builds
 * takes the part of a version. Configs whose nights alternate are two series: a series with a change of the config at every
 * other night has no levels.
 *
 * @param nights columns with a build
 */
export function findNightConfigLines(nights: readonly Night[], evidence: LineEvidence): ConfigLine[] {
  return linesOfBuilds(nights).flatMap(({ own, nightLine }): ConfigLine[] => {
    const [first] = own;
    if (!first || new Set(own.map(({ config }) => config)).size < 2) return [];
    const { product, flavour } = first;
    const configs = [...groupBy(own, ({ config }) => config)].map(([config, measured]) =>
      toMeasured(
        config,
        measured.map(({ place, index }) => ({ version: placeName(place), index })),
      ),
    );
    // The change of the config is a break of the series, whether or not it moves tests: a step needs nothing else.
    const decisions = evidence.decisions?.map((decision) =>
      decision.action === 'step' ? { ...decision, action: 'join' as const } : decision,
    );
    const joined = new JoinedConfigs(product, { ...evidence, ...(decisions && { decisions }) });
    for (const config of inSuccession(configs)) joined.add(config);
    joined.joinBySettings();
    const labelOf = new Map(
      own.map(({ place, build, version }) => [placeName(place), (build && buildLabel(build)) || version]),
    );
    return joined
      .lines()
      .filter(({ configs: names }) => followEachOther(names, own))
      .map(({ configs: names, seams }) => ({
        product,
        flavour,
        configs: names,
        nights: nightLine,
        seams: seams.map((seam) => ({
          ...seam,
          shared: seam.shared && {
            ...seam.shared,
            version: labelOf.get(seam.shared.version) ?? seam.shared.version,
          },
        })),
      }));
  });
}

type PlacedNight = Night & { place: number };

/** Nights of each version line and branch with their places in the order of builds, which those of all configs share. */
function linesOfBuilds(nights: readonly Night[]): { own: PlacedNight[]; nightLine: NightLine }[] {
  const columns = nights.map((night) => ({ ...night, config: null, label: '' }));
  return findReleaseLines(columns, -1).flatMap(({ nights: nightLine, columns: ordered }) => {
    if (!nightLine) return [];
    const [first] = ordered.flatMap((index) => nights[index] ?? []);
    const placeOf = new Map(ordered.map((index, place) => [keyOf(nights[index]?.build), place] as const));
    const own = nights.flatMap((night): PlacedNight[] => {
      const place = placeOf.get(keyOf(night.build));
      const isOwn =
        night.product === first?.product &&
        night.flavour === first.flavour &&
        night.version === nightLine.version;
      return place === undefined || !isOwn ? [] : [{ ...night, place }];
    });
    return [{ own, nightLine }];
  });
}

const keyOf = (build: Night['build']) => (build ? buildKey(build) : '');

/** No night of a later config is before one of an earlier config. */
function followEachOther(configs: readonly string[], nights: readonly PlacedNight[]): boolean {
  const spans = configs.map((name) => {
    const places = nights.filter(({ config }) => config === name).map(({ place }) => place);
    return [Math.min(...places), Math.max(...places)] as const;
  });
  return spans.every(([from], index) => (spans[index - 1]?.[1] ?? from) <= from);
}
