// The address of a model that the user types, or that a link names. Nothing is requested before the user agrees to its host.

/** True for the name of a model that was read from an address. */
export const isAddress = (name: string): boolean => /^https?:\/\//.test(name);

/** The one host that is asked, with its port. */
export const hostOf = (address: string): string => new URL(address).host;

/** Host and folder, without what every address has. */
export const titleOf = (name: string): string =>
  isAddress(name) ? name.replace(/^https?:\/\//, '').replace(/\/$/, '') : name;

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The folder, or GGUF file, that a text names; without a scheme it is one of https. Null: it is none, or one that a page of https
 * may not read.
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
