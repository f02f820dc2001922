import type { Manifest } from '../manifest/manifest';
import type { IdentityValue, UnknownRelation } from '../model/identity';
import type { NormalizedResult, Variant } from '../model/run';
import type { AssembleContext, RunPart } from '../parsers/family';
import type { Layout } from './layouts/layout-pattern';
import type { PathPart } from './layouts/path-parts';
import type { NeighbourFiles } from './neighbour-files';

export interface IdentityContext {
  manifests: ReadonlyMap<string, Manifest>;
  /** Name of the upload: a directory above all of its paths. */
  rootLabel: string;
  /** Names of the directories above that, for what nothing below them names; empty: unknown. */
  above: string;
  /** The layout for runs with this basecase.json; null without one. */
  layoutOf(manifest: Manifest | null): Layout | null;
  /** Called for each file that does not have the form of its layout. */
  onMismatch(file: string, layout: Layout): void;
  /** Settings and versions in files next to logs. */
  neighbours: NeighbourFiles;
  unknown: UnknownRelation;
  note: AssembleContext['note'];
}

/** A result with its path and its identity. */
export interface Identified {
  part: RunPart;
  /** Its basecase.json. */
  manifest: Manifest | null;
  result: NormalizedResult;
  /** Of its file below the root; of its directory where the result has no number. */
  path: string;
  /** The text that `parts` were read from: the path, without the file name where that follows a convention. */
  place: string;
  parts: readonly PathPart[];
  /** Parts of the name of the upload, where `place` does not begin with it; offsets are in that name. */
  above: readonly PathPart[];
  variant: Variant;
  /** Named by a convention: the words of its path are ignored. */
  isNamed: boolean;
  /** Identified by a layout. */
  isLaidOut: boolean;
  /** Settings in files next to its log. */
  settings: ReadonlyMap<string, string>;
  /** Words without a form that distinguish it; null: none. */
  words: string | null;
  /** Its config without them. */
  knownConfig: string | null;
  identity: IdentityValue[];
}
