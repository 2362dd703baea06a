// Languages of the interface, one per line, named by their primary language subtag (RFC 5646).
export { en } from './en/index.js';
export { zh } from './zh/index.js';
