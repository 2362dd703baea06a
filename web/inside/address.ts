/**
 * True if the name of a model is a web address. Nothing is requested from the address before the user agrees to its
 * host.
 */
export const isAddress = (name: string): boolean => /^https?:\/\//.test(name);

export const hostOf = (address: string): string => new URL(address).host;

/** Displayed name of a model: a web address without its scheme and trailing slash; any other name unchanged. */
export const titleOf = (name: string): string =>
  isAddress(name) ? name.replace(/^https?:\/\//, '').replace(/\/$/, '') : name;

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * URL of a model folder or GGUF file, from the address that the user has typed. The default scheme is https. Null if
 * the text is not an address, or if the address is http and the page is https, which may not read from it.
 */
export function addressIn(text: string, { protocol }: Pick<Location, 'protocol'>): string | null {
  const typed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isHost = url.hostname.includes('.') || LOCAL.includes(url.hostname);
  if (!isWeb || !isHost || url.username !== '' || url.password !== '') return null;
  const isReadable = url.protocol === 'https:' || LOCAL.includes(url.hostname) || protocol === 'http:';
  if (!isReadable) return null;
  url.hash = '';
  if (!/\.gguf$/i.test(url.pathname) && !url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}

/** Name for a file that is exported from a model. Characters that a file system may not allow become dashes. */
export function fileNameOf(model: string, what: string, extension: string): string {
  const name = model.replace(/^https?:\/\//, '').replace(/[^\p{L}\p{N}._]+/gu, '-');
  return [name.replace(/^[-.]+|-+$/g, ''), what].filter((part) => part !== '').join('-') + `.${extension}`;
}
