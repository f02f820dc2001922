import type { Manifest } from '../manifest/manifest';
import type { IdentityValue, UnknownRelation } from '../model/identity';
import type { NormalizedResult, Variant } from '../model/run';
import type { AssembleContext, RunPart } from '../parsers/family';
import type { FilesBeside } from './files-beside';
import type { Layout } from './layout-pattern';
import type { PathPart } from './path-parts';

export interface IdentityContext {
  manifests: ReadonlyMap<string, Manifest>;
  /** Name of the upload: a directory above all of its paths. */
  rootLabel: string;
  /** The layout for runs with this basecase.json; null without one. */
  layoutOf(manifest: Manifest | null): Layout | null;
  /** Told of each file that does not have the form of its layout. */
  onMismatch(file: string, layout: Layout): void;
  /** What files next to logs say of their runs. */
  beside: FilesBeside;
  unknown: UnknownRelation;
  note: AssembleContext['note'];
}

/** A result with its path, and what is determined of it. */
export interface Identified {
  part: RunPart;
  /** What basecase.json says of it. */
  manifest: Manifest | null;
  result: NormalizedResult;
  /** Of its file below the root; of its directory where the result has no number. */
  path: string;
  /** What of the path its parts are of: without the name of the file where that follows a convention. */
  place: string;
  parts: readonly PathPart[];
  variant: Variant;
  /** Named by a convention, or by basecase.json: the words of its path say no more. */
  isNamed: boolean;
  /** A layout said what it is. */
  isLaidOut: boolean;
  /** Settings in files beside its log. */
  settings: ReadonlyMap<string, string>;
  /** What tells it apart although no form explains it; null where nothing does. */
  words: string | null;
  identity: IdentityValue[];
}
