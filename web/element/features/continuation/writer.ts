// Generates text with a model, token by token, until the user stops it or the model ends the text.
import { mediaQuery } from '../../../ui/media-query.js';
import { andThen, type Answer } from '../../source/answer.js';
import type { Continuation } from '../../source/continuation.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Sampling } from '../../property-codecs.js';
import type { State } from '../../state/properties.js';

/** Minimum time per token at speed 1, in milliseconds: about one token every three frames. */
const TOKEN_DURATION = 49;

/**
 * Properties of the element by which the writer notices that the user has moved on, for example to another chapter or
 * view.
 */
const PLACE = ['view', 'model', 'controls', 'chapter'] as const;

export interface WriterHost extends ReactiveControllerHost, Pick<State, 'text' | (typeof PLACE)[number]> {
  /** Continuation of the text; null if the model does not continue texts. */
  readonly continuation: Continuation | null;
  /** A model that the page has passed in; null for the named model. */
  readonly pretrained: unknown;
  readonly sampling: Sampling;
  readonly speed: number;
  appendToken: (text: string) => void;
}

const placeOf = (host: WriterHost): string => JSON.stringify(PLACE.map((name) => host[name]));

export class Writer implements ReactiveController {
  readonly #host: WriterHost;
  #frame = 0;
  /** Timestamp of the latest generated token, in milliseconds. */
  #last = 0;
  /** True while a token is being sampled. */
  #isDrawing = false;
  /** Values of the PLACE properties after the latest token, as one string. */
  #place = '';
  /** The element's text after the latest token. */
  #written = '';
  /** Model that the page had passed in at the latest update; null for the named model. */
  #model: unknown = null;
  /** The text at whose end the model predicted the end token; null if there is none. */
  #ended: string | null = null;

  constructor(host: WriterHost) {
    this.#host = host;
    host.addController(this);
  }

  get writing(): boolean {
    return this.#frame !== 0;
  }

  get hasEnded(): boolean {
    return this.#ended === this.#host.text;
  }

  /** Starts or stops text generation. If the user prefers reduced motion, a whole sentence appears at once. */
  toggle(): void {
    if (this.writing) this.stop();
    else if (mediaQuery('(prefers-reduced-motion: reduce)')?.matches) void this.#write((each) => each.drawSentence);
    else {
      this.#place = placeOf(this.#host);
      this.#written = this.#host.text;
      this.#last = -Infinity;
      this.#advance(performance.now());
    }
  }

  once(): void {
    this.stop();
    void this.#write((each) => each.draw);
  }

  stop(): void {
    if (!this.writing) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#isDrawing = false;
    this.#host.requestUpdate();
  }

  /** Stops text generation when the user moves to another chapter or view, or changes the model or the text. */
  hostUpdate(): void {
    if (this.#model !== this.#host.pretrained) {
      this.#model = this.#host.pretrained;
      this.#ended = null;
      this.stop();
    }
    if (this.writing && (this.#host.text !== this.#written || placeOf(this.#host) !== this.#place)) this.stop();
  }

  hostDisconnected(): void {
    this.stop();
  }

  /**
   * Samples text and appends it.
   * @returns true if text was appended; false if the model has ended the text, or if the text has changed in the
   *   meantime
   */
  #write(howOf: (continuation: Continuation) => Continuation['draw']): Answer<boolean> {
    const { continuation, sampling, text } = this.#host;
    this.#isDrawing = true;
    return andThen(continuation ? howOf(continuation)(sampling) : '', (added) => {
      this.#isDrawing = false;
      if (this.#host.text !== text) return false; // the text has changed during sampling
      if (added !== '') this.#host.appendToken(added);
      else if (continuation?.hasRoom) this.#ended = text;
      this.#host.requestUpdate();
      return added !== '';
    });
  }

  readonly #advance = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#advance);
    if (this.#isDrawing || now - this.#last < TOKEN_DURATION / this.#host.speed) return;
    this.#last = now;
    void andThen(
      this.#write((each) => each.draw),
      (hasWritten) => {
        if (hasWritten) this.#written = this.#host.text;
        else this.stop();
      },
    );
  };
}
