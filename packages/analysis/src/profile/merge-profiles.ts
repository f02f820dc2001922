import type { Profile, ProfileFrame } from '@basecase/ingest/model';

/** Name of the joined narrow frames of one caller. */
export const OTHER_FRAMES = 'other';

interface Node {
  name: string;
  value: number;
  children: Map<string, Node>;
}

/**
 * One profile of several of the same test: samples are added up by stack. Frames with less than a share of all samples
 * are joined to one frame `other` of their caller, so that the size depends on the share and not on the files.
 *
 * @param minShare 0.002 joins frames of less than 0.2%; 0 joins none
 * @returns null without a profile
 */
export function mergeProfiles(profiles: readonly Profile[], minShare: number): Profile | null {
  const [first] = profiles;
  if (!first) return null;
  const root: Node = { name: first.frames[0]?.name ?? 'all', value: 0, children: new Map() };
  for (const { frames } of profiles) {
    const nodes: Node[] = [];
    for (const { name, parent, value } of frames) {
      const caller = nodes[parent];
      const node = caller ? childOf(caller, name) : root;
      node.value += value;
      nodes.push(node);
    }
  }
  return {
    unit: first.unit,
    frames: flatten(root, root.value * minShare),
    leftOut: profiles.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

function childOf({ children }: Node, name: string): Node {
  const known = children.get(name);
  if (known) return known;
  const node = { name, value: 0, children: new Map() };
  children.set(name, node);
  return node;
}

/** Callers before what they call; siblings by name, as flame graphs have them, `other` last. */
function flatten(root: Node, least: number): ProfileFrame[] {
  const frames: ProfileFrame[] = [{ name: root.name, parent: -1, value: root.value }];
  // An explicit stack: a recursion may be deeper than that of the engine.
  const open: { node: Node; index: number }[] = [{ node: root, index: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, index } = next;
    let other = 0;
    for (const child of [...node.children.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (child.value < least) other += child.value;
      else {
        const at = frames.push({ name: child.name, parent: index, value: child.value }) - 1;
        open.push({ node: child, index: at });
      }
    }
    if (other > 0) frames.push({ name: OTHER_FRAMES, parent: index, value: other });
  }
  return frames;
}
