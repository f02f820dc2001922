import type { RunPlan } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import type { ChoiceOptions, ReadOptions } from '../options';

export interface PlanOptions extends ChoiceOptions, ReadOptions {
  /** The loss to be found, as a part. */
  detect: number;
  /** To find it, as a part. */
  chance: number;
  noise?: string[];
  /** Address of a Basecase server. */
  against?: string;
  /** Names or slugs of measured servers. */
  server?: string[];
  token?: string;
  json?: boolean;
  cached?: boolean;
  ioBound?: boolean;
  machine?: ServerKind;
}

/** Planned runs of one version. */
export interface PlannedVersion {
  /** Name of the argument; null: a new version, or one of a server. */
  label: string | null;
  /** Runs that there are. */
  stored: number;
  /** More runs. */
  more: number;
  /** Measured time of these; null: not known. */
  minutes: number | null;
}

/** A plan as JSON. */
export interface Plan extends RunPlan {
  detect: number;
  /** Chance to find the loss. */
  power: number;
  /** Name of the measured server; null: not known. */
  server: string | null;
  machine: ServerKind | null;
  workload: string | null;
  /** A/A pairs that tell the noise. */
  pairs: number;
  versions: PlannedVersion[];
  /** Of all planned runs; null: that of a version is not known. */
  minutes: number | null;
  ruleVersion: number;
}
