/** The oldest Node.js that Next, Prisma and Vitest at their pinned versions all accept. */
const MINIMUM_NODE = [20, 19];

/**
 * Why this Node.js cannot run the project, null if it can.
 * @param {string} version as in process.versions.node: `20.19.1`
 * @returns {string | null}
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = MINIMUM_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return null;
  return `Basecase needs Node.js ${needMajor}.${needMinor} or newer; this is ${version}.`;
}
