// Sources of files for a loader under attack: Blobs that are read incorrectly, as from a faulty disk, and addresses on
// a simulated server that does not respond as requested.

const HOST = 'http://fuzz.invalid/';
/** Files on the simulated server, by URL, with the ways in which the server deviates. */
const served = new Map();
const { fetch } = globalThis;
globalThis.fetch = (url, options) => (served.has(String(url)) ? answer(String(url), options) : fetch(url, options));

/** Responses of the simulated server that have not ended yet. */
const open = new Set();

/** Returns the number of responses of the simulated server that have not ended, and forgets them. */
export function openAnswers() {
  const { size } = open;
  open.clear();
  return size;
}

/** Copy of bytes whose second half is overwritten; the length stays the same. */
const changedBytes = (bytes) => Buffer.from(bytes).fill(0x21, bytes.length >> 1);

/**
 * Puts a file on the simulated server, in place of a previous one of the same name. Returns its address.
 * @param habits deviations of the server; `abort` is called when loading is to be aborted: at the event number
 * `aborted`, counting all requests and parts of responses, or when the server stops responding
 */
export function addressOf(bytes, habits, name = 0) {
  const url = `${HOST}${name}`;
  served.set(url, { bytes, habits, requests: 0 });
  return url;
}

/**
 * Headers of the simulated server's response to a Range request, and the positions of the first and the last byte that
 * it sends; null if it sends the whole file.
 */
function rangeOf(begin, size, ranges) {
  const said = (first, last, total) => ({ headers: { 'content-range': `bytes ${first}-${last}/${total}` } });
  const is = { from: begin, to: size };
  switch (ranges) {
    case 'ignored':
      return null;
    case 'unsaid':
      return { headers: {}, ...is };
    case 'refused':
      return { status: 416, headers: {}, from: 0, to: 0 };
    case 'shifted':
      return { ...said(begin - 1, size - 1, size), ...is };
    case 'another total':
      return { ...said(begin, size, size + 1), ...is };
    case 'garbled':
      return { headers: { 'content-range': 'bytes 1e3-x/⁂'.replace('⁂', '-1') }, ...is };
    case 'unknown total':
      return { ...said(begin, size - 1, '*'), ...is };
    case 'short': // a server may limit the size of a response
      return { ...said(begin, Math.min(size, begin + 5000) - 1, size), from: begin, to: Math.min(size, begin + 5000) };
    default:
      return { ...said(begin, size - 1, size), ...is };
  }
}

const LENGTHS = { 'too small': (size) => size - 5, 'too large': (size) => size + 5, garbled: () => 'x1' };

/** Counts an event (a request, or a part of a response), and aborts loading if its number is `habits.aborted`. */
function happen(habits) {
  if (habits.aborted === undefined) return;
  habits.events = (habits.events ?? -1) + 1;
  if (habits.events === habits.aborted) habits.abort();
}

async function answer(url, { headers: asked = {}, signal = null } = {}) {
  const file = served.get(url);
  const { habits } = file;
  const request = ++file.requests;
  happen(habits);
  signal?.throwIfAborted();
  if (request === habits.failing) throw new TypeError('fetch failed');
  const isChanged = request > (habits.changed ?? Infinity);
  const bytes = isChanged ? changedBytes(file.bytes) : file.bytes;
  const [, begin] = /^bytes=(\d+)-$/.exec(asked.Range ?? '') ?? [];
  const range = begin === undefined ? null : rangeOf(Number(begin), bytes.length, habits.ranges);
  const { from, to, headers, status = 206 } = range ?? { from: 0, to: bytes.length, headers: {}, status: 200 };
  const length = habits.length === 'unsaid' ? null : (LENGTHS[habits.length]?.(to - from) ?? to - from);
  const all = {
    ...headers,
    ...(length === null ? {} : { 'content-length': String(length) }),
    ...(habits.says && {
      [habits.says]: isChanged ? 'Mon, 02 Jan 2023 00:00:00 GMT' : 'Sun, 01 Jan 2023 00:00:00 GMT',
    }),
  };
  const said = habits.status ?? status;
  const hasBody = said !== 204 && habits.body !== 'none';
  const response = new Response(hasBody ? streamOf(bytes.subarray(from, to), habits, signal) : null, {
    status: said,
    headers: all,
  });
  Object.defineProperty(response, 'type', { value: 'basic' });
  return response;
}

function streamOf(bytes, habits, signal) {
  const { body = 'whole', part = 70_000 } = habits;
  const sent = body === 'short' ? bytes.subarray(0, bytes.length >> 1) : bytes;
  const all = body === 'long' ? Buffer.concat([sent, Buffer.alloc(1000)]) : sent;
  const self = {};
  let at = 0;
  open.add(self);
  return new ReadableStream(
    {
      start: (stream) =>
        signal?.addEventListener('abort', () => {
          if (open.delete(self)) stream.error(signal.reason);
        }),
      cancel: () => open.delete(self),
      pull: (stream) => {
        happen(habits);
        if (!open.has(self)) return undefined;
        if (body === 'broken' && at >= all.length / 2) {
          open.delete(self);
          return stream.error(new TypeError('terminated'));
        }
        if (body === 'silent' && at >= all.length / 2) {
          setImmediate(habits.abort);
          return new Promise(() => undefined);
        }
        if (body === 'with empty parts') stream.enqueue(new Uint8Array());
        if (at >= all.length && body === 'endless') return stream.enqueue(new Uint8Array(2 ** 20).fill(32));
        if (at >= all.length) {
          open.delete(self);
          return stream.close();
        }
        stream.enqueue(new Uint8Array(all.subarray(at, at + part)));
        at += part;
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Part of a file whose reading fails with the error that a browser reports for a file that has changed since it was
 * chosen.
 */
function unreadable() {
  const fail = () => Promise.reject(new DOMException('The file has changed.', 'NotReadableError'));
  return { arrayBuffer: fail, stream: () => new ReadableStream({ type: 'bytes', pull: fail }) };
}

/** Blob whose slices are read as from a disk with the given fault, such as missing bytes. */
export function blobOf(bytes, disk) {
  const blob = new Blob([bytes]);
  if (disk === undefined) return blob;
  const slice = blob.slice.bind(blob);
  let reads = 0;
  const ways = {
    short: (begin, end) => slice(begin, end - 1),
    long: (begin, end) => new Blob([slice(begin, end), 'x']),
    unreadable: (begin, end) => (++reads > 2 ? unreadable() : slice(begin, end)),
    changed: (begin, end) => (++reads > 1 ? new Blob([changedBytes(bytes)]).slice(begin, end) : slice(begin, end)),
    larger: slice,
  };
  const properties = { slice: { value: ways[disk] } };
  if (disk === 'larger') properties.size = { value: bytes.length + 1000 };
  return Object.defineProperties(blob, properties);
}
