// Lets a model that goes on with the text write: one token after the other, until it is stopped or the text ends.
import { mediaQuery } from '../../ui/media-query.js';
import type { Continuation } from '../model/continuation.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Sampling } from '../state/property-codecs.js';

const TOKEN_DURATION = 650; // milliseconds that each token is shown, at speed 1

interface WriterHost extends ReactiveControllerHost {
  /** Null: nothing goes on. */
  readonly continuation: Continuation | null;
  readonly sampling: Sampling;
  readonly speed: number;
  readonly text: string;
  goOnWith: (text: string) => void;
}

export class Writer implements ReactiveController {
  readonly #host: WriterHost;
  #timer = 0;
  /** The text that the model has ended; null: none. */
  #ended: string | null = null;

  constructor(host: WriterHost) {
    this.#host = host;
    host.addController(this);
  }

  get writing(): boolean {
    return this.#timer !== 0;
  }

  /** Whether the model has ended the text as it is. */
  get hasEnded(): boolean {
    return this.#ended === this.#host.text;
  }

  /** With reduced motion a sentence comes at once. */
  toggle(): void {
    if (this.writing) this.stop();
    else if (mediaQuery('(prefers-reduced-motion: reduce)')?.matches) this.#write((each) => each.drawSentence);
    else this.#advance();
  }

  /** One token. */
  once(): void {
    this.stop();
    this.#write((each) => each.draw);
  }

  stop(): void {
    if (!this.writing) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** @returns whether there was something to write */
  #write(howOf: (continuation: Continuation) => Continuation['draw']): boolean {
    const { continuation, sampling, text } = this.#host;
    const added = continuation ? howOf(continuation)(sampling) : '';
    if (added !== '') this.#host.goOnWith(added);
    else if (continuation?.hasRoom) this.#ended = text;
    this.#host.requestUpdate();
    return added !== '';
  }

  readonly #advance = (): void => {
    this.#timer = this.#write((each) => each.draw)
      ? window.setTimeout(this.#advance, TOKEN_DURATION / this.#host.speed)
      : 0;
  };
}
