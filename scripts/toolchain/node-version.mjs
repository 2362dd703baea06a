// Checks that Node is new enough for the scripts and their packages. With an older Node, the scripts print one line
// instead of a stack trace.
const OLDEST = [20, 19];

export function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

if (isTooOld(process.versions.node)) {
  console.error(`spotlight: expected Node ${OLDEST.join('.')} or later, and this is ${process.versions.node}`);
  process.exit(1);
}
