// A run of the user's model in the form that the <attention-spotlight> element requires. Its results are promises,
// which the host of the model answers.
import { Answers } from './answers.js';
import type { Answer } from '../../element/source/answer.js';
import type { DrawnToken, ShownRun } from '../../element/source/shown-model.js';
import type { HostConnection } from './host-connection.js';
import type { ModelFacts, Readable, RunFacts } from './model-host.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

/** When the page's object for a run is garbage-collected, lets the host free the run. */
const dropped = new FinalizationRegistry<() => void>((release) => release());

type Question<Name extends Readable> = Parameters<PretrainedRun[Name]>;
type Read<Name extends Readable> = (...question: Question<Name>) => Promise<ReturnType<PretrainedRun[Name]>>;

export class RemoteRun implements ShownRun {
  readonly id: number;
  readonly text: string;
  readonly tokens: RunFacts['tokens'];
  readonly trained: boolean;
  readonly layers: ModelFacts['layers'];
  readonly numHeads: number;
  readonly #connection: HostConnection;
  readonly #model: ModelFacts;
  readonly #answers = new Answers();

  constructor(connection: HostConnection, model: ModelFacts, { id, text, tokens }: RunFacts) {
    this.id = id;
    this.text = text;
    this.tokens = tokens;
    this.trained = model.trained;
    this.layers = model.layers;
    this.numHeads = model.numHeads;
    this.#connection = connection;
    this.#model = model;
    dropped.register(this, () => connection.tell((host) => host.release(id)));
  }

  readonly decode: Read<'decode'> = () => this.#read('decode', []);
  readonly embeddingRows: Read<'embeddingRows'> = (...question) => this.#read('embeddingRows', question);
  readonly activation: Read<'activation'> = (...question) => this.#read('activation', question);
  readonly attention: Read<'attention'> = (...question) => this.#read('attention', question);
  readonly trace: Read<'trace'> = (...question) => this.#read('trace', question);
  readonly candidates: Read<'candidates'> = (...question) => this.#read('candidates', question);

  readonly layer: ShownRun['layer'] = (attention, layer) =>
    this.#answers.once(['layer', attention, layer], () =>
      this.#connection.ask((host) => host.layer(this.id, attention, layer)),
    );

  readonly intervene: ShownRun['intervene'] = async (intervene) => {
    const run = await this.#connection.ask((host) => host.intervene(this.id, intervene));
    return new RemoteRun(this.#connection, this.#model, run);
  };

  async *generate(options: Parameters<NonNullable<ShownRun['generate']>>[0]): AsyncGenerator<DrawnToken> {
    const connection = this.#connection;
    const continuation = await connection.ask((host) => host.generate(this.id, options));
    try {
      for (;;) {
        const text = await connection.ask((host) => host.nextToken(continuation));
        if (text === null) return;
        yield { text };
      }
    } finally {
      connection.tell((host) => host.release(continuation));
    }
  }

  #read<Name extends Readable>(name: Name, question: Question<Name>): Promise<ReturnType<PretrainedRun[Name]>> {
    return this.#answers.once([name, question], () =>
      this.#connection.ask((host) => host.read(this.id, name, question) as Answer<ReturnType<PretrainedRun[Name]>>),
    );
  }
}
