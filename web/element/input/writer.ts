// Lets a model that goes on with the text write: one token after the other, until it is stopped or the text ends.
import { mediaQuery } from '../../ui/media-query.js';
import type { Continuation } from '../model/continuation.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Sampling } from '../state/property-codecs.js';

/** Milliseconds from one token to the next at speed 1, if the device is as fast: a token each third frame. */
const TOKEN_DURATION = 49;

interface WriterHost extends ReactiveControllerHost {
  /** Null: nothing goes on. */
  readonly continuation: Continuation | null;
  readonly sampling: Sampling;
  readonly speed: number;
  readonly text: string;
  readonly view: string;
  readonly model: string;
  readonly controls: unknown;
  readonly chapter: string;
  goOnWith: (text: string) => void;
}

/** Where in a page the user is: the section or the view. */
const placeOf = ({ view, model, controls, chapter }: WriterHost): string =>
  JSON.stringify([view, model, controls, chapter]);

export class Writer implements ReactiveController {
  readonly #host: WriterHost;
  #frame = 0;
  /** When the latest token was written. */
  #last = 0;
  /** Where it writes, and the text as it has left it. */
  #place = '';
  #written = '';
  /** The text that the model has ended; null: none. */
  #ended: string | null = null;

  constructor(host: WriterHost) {
    this.#host = host;
    host.addController(this);
  }

  get writing(): boolean {
    return this.#frame !== 0;
  }

  /** Whether the model has ended the text as it is. */
  get hasEnded(): boolean {
    return this.#ended === this.#host.text;
  }

  /** With reduced motion a sentence comes at once. */
  toggle(): void {
    if (this.writing) this.stop();
    else if (mediaQuery('(prefers-reduced-motion: reduce)')?.matches) this.#write((each) => each.drawSentence);
    else {
      this.#place = placeOf(this.#host);
      this.#last = -Infinity;
      this.#advance(performance.now());
    }
  }

  /** One token. */
  once(): void {
    this.stop();
    this.#write((each) => each.draw);
  }

  stop(): void {
    if (!this.writing) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#host.requestUpdate();
  }

  /** Whoever leaves the place or changes the text does not want more of it. */
  hostUpdate(): void {
    if (this.writing && (this.#host.text !== this.#written || placeOf(this.#host) !== this.#place)) this.stop();
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

  readonly #advance = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#advance);
    if (now - this.#last < TOKEN_DURATION / this.#host.speed) return;
    this.#last = now;
    if (this.#write((each) => each.draw)) this.#written = this.#host.text;
    else this.stop();
  };
}
