// Errors about an argument: tests name the argument and what was given. The wordings stand in safety/wordings.test.mjs.

function described(value) {
  if (typeof value === 'string') return `the string '${value}'`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Pattern of a message "argument: expected …, got value".
 * @param argument as in the message, 'key.shape[1]'; what stands before it there may be left out
 * @param given its value; without it, any
 */
export const about = (argument, ...given) => {
  const got = given.map((value) => `.*got ${escaped(described(value))}(?!\\w|\\.\\d)`).join('');
  return new RegExp(`(?<![\\w\\]])${escaped(argument)}: expected ${got}`);
};
