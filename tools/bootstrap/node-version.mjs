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

/**
 * Ends this process under a Node.js that is too old. Before anything else is loaded: an old Node.js must get this sentence
 * and no syntax error.
 * @param {string} again what to do after the installation
 * @param {string} [last] line of the output
 */
export function requireNode(again, last) {
  const problem = nodeVersionProblem(process.versions.node);
  if (!problem) return;
  console.error(`✗ ${problem}\n  What to do: install a current LTS release of Node.js, then ${again} again.`);
  if (last) console.log(last);
  process.exit(1);
}
