// The languages of the interface, a line for each, by their primary language subtags (RFC 5646).
export { en } from './en/index.js';
export { zh } from './zh/index.js';
