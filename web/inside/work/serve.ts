// Handles the requests that arrive in the worker, and sends the replies.
import { httpFaultOf } from '../../engine/weights/http-source.js';
import { Inspected, type Context } from './inspected.js';
import { REQUESTS } from './requests.js';
import type { Message, Port, Reply } from './messages.js';

export function serve(port: Port): void {
  const inspected = new Inspected();
  const running = new Map<number, AbortController>();
  const post = (reply: Reply) => port.postMessage(reply);
  const answer = async ({ id, name, argument }: Extract<Message, { kind: 'request' }>): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    const context: Context<unknown> = {
      signal: abort.signal,
      report: (done, partial) => post({ id, kind: 'progress', done, partial }),
    };
    try {
      const result = await REQUESTS[name]!(inspected, argument, context);
      post({ id, kind: 'result', result });
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      const { name: kind, message } = known;
      post({ id, kind: 'error', name: kind, message, fault: httpFaultOf(error) });
    } finally {
      running.delete(id);
    }
  };
  port.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'abort') running.get(data.id)?.abort();
    else void answer(data);
  };
}
