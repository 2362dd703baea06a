// Requests that “Look inside” sends to its worker.
import { Client, CrashError } from '../../../web/inside/work/client.js';

const ASKED = {
  text: 'a',
  position: null,
  token: null,
  against: null,
  second: '',
  answer: null,
  rival: null,
  interventions: [],
  other: '',
};

/** Client that sends the requests of “Look inside”, connected with a simulated worker. */
function started() {
  const sent = [];
  const ports = [];
  const crashes = [];
  const client = new Client(
    (error) => crashes.push(error),
    () => {
      const port = {
        postMessage: (message) => void sent.push(message),
        onmessage: null,
        onerror: null,
        isEnded: false,
        terminate: () => void (port.isEnded = true),
      };
      ports.push(port);
      return port;
    },
  );
  const reply = (message) => ports.at(-1).onmessage({ data: message });
  return { client, sent, ports, crashes, reply };
}

test('a request gets its own reply, also where others come first', async () => {
  const { client, sent, reply, ports } = started();
  const [first, second] = ['a', 'b'].map((text) => client.ask('ask', { ...ASKED, text }));
  expect(sent.map(({ name, argument }) => [name, argument.text])).toEqual([
    ['ask', 'a'],
    ['ask', 'b'],
  ]);
  reply({ id: sent[1].id, kind: 'result', result: 2 });
  reply({ id: sent[0].id, kind: 'result', result: 1 });
  expect([await first, await second]).toEqual([1, 2]);
  expect(ports).toHaveLength(1);
});

test('progress comes before the result, and an error keeps its name', async () => {
  const { client, sent, reply } = started();
  const seen = [];
  const asked = client.send('lens', {}, { onProgress: (done, partial) => seen.push([done, partial]) });
  reply({ id: sent[0].id, kind: 'progress', done: 0.5, partial: 'half' });
  reply({ id: sent[0].id, kind: 'error', name: 'RangeError', message: 'expected more' });
  await expect(asked).rejects.toMatchObject({ name: 'RangeError', message: 'expected more' });
  expect(seen).toEqual([[0.5, 'half']]);
});

test('an abort ends the request here and in the worker', async () => {
  const { client, sent, reply } = started();
  const abort = new AbortController();
  const asked = client.send('lens', {}, { signal: abort.signal });
  abort.abort();
  await expect(asked).rejects.toThrow('abort');
  expect(sent.at(-1)).toEqual({ id: sent[0].id, kind: 'abort' });
  reply({ id: sent[0].id, kind: 'result', result: 1 }); // too late: no longer awaited
});

test('a crash is reported once, ends what is pending, and the next request starts another worker', async () => {
  const { client, sent, reply, ports, crashes } = started();
  const pending = [client.ask('ask', ASKED), client.send('lens', {}, {})];
  let isPrevented = false;
  ports[0].onerror({ message: 'out of memory', preventDefault: () => (isPrevented = true) });
  for (const each of pending) await expect(each).rejects.toBeInstanceOf(CrashError);
  expect(crashes.map(({ message }) => message)).toEqual(['out of memory']);
  expect([isPrevented, ports[0].isEnded]).toEqual([true, true]);
  ports[0].onerror({ message: 'again', preventDefault: () => undefined });
  expect(crashes).toHaveLength(1);
  const next = client.ask('ask', ASKED);
  expect(ports).toHaveLength(2);
  reply({ id: sent.at(-1).id, kind: 'result', result: 3 });
  expect(await next).toBe(3);
});
