// Where pages without a bundler get the package.

/** That of package.json. */
export const VERSION = '0.1.0';

/** Engine and element in one file, as a CDN for npm packages has it: an exact version never changes. */
export const SCRIPT_ADDRESS = `https://cdn.jsdelivr.net/npm/attention-spotlight@${VERSION}/dist/engine/attention-spotlight.js`;
