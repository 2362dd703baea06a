// Builds patterns that tests compare with error messages about an argument. safety/wordings.test.mjs checks the
// wordings.

function described(value) {
  if (typeof value === 'string') return `the string '${value}'`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Pattern of an error message "argument: expected …, got value".
 * @param argument name in the message, such as 'key.shape[1]'; a prefix may be left out
 * @param given value of the argument; if it is missing, any value matches
 */
export const about = (argument, ...given) => {
  const got = given.map((value) => `.*got ${escaped(described(value))}(?!\\w|\\.\\d)`).join('');
  return new RegExp(`(?<![\\w\\]])${escaped(argument)}: expected ${got}`);
};
