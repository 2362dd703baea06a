// A model from the user's own files, shown in the lab in place of the page's.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { filesOfModel, PICKLES, type Fault } from './chosen-files.js';
import { modelChange, textChange } from '../element/state/changes.js';
import { ownModelMessages, type OwnModelMessages } from './own-model-messages.js';
import { sharedEngine } from '../element/model/shared-engine.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { Language } from '../messages/index.js';
import type { PretrainedFiles } from '../engine/models/load.js';
import type { PretrainedModel } from '../engine/models/pretrained-model.js';

type Status =
  | { kind: 'none' | 'shown' }
  | { kind: 'reading'; name: string }
  | { kind: 'refused'; fault: Fault }
  | { kind: 'failed'; message: string };

/** With those that are refused with the reason. */
const ACCEPTED = ['.gguf', '.safetensors', '.json', '.onnx', ...PICKLES].join();

export class OwnModel extends LitElement {
  static override properties = {
    language: { attribute: false },
    spotlight: { attribute: false },
    status: { state: true },
  };
  declare language: Language;
  declare spotlight: AttentionSpotlight;
  declare status: Status;
  /** The model that is shown, and its name. */
  #model: PretrainedModel | null = null;
  #name = '';
  /** The files that were chosen last: what others come to is no longer wanted. */
  #chosen: readonly File[] = [];

  constructor() {
    super();
    this.status = { kind: 'none' };
  }

  /** The page's styles are its own. */
  protected override createRenderRoot(): this {
    return this;
  }

  /** Files can also be dropped on the page while this is shown. */
  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('dragover', this.#onDrag);
    document.addEventListener('drop', this.#onDrag);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('dragover', this.#onDrag);
    document.removeEventListener('drop', this.#onDrag);
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (this.getClientRects().length === 0 || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault(); // the browser would open the file instead
    if (event.type === 'drop') void this.open([...event.dataTransfer.files]);
  };

  /** Opens the model that some files are, or says why it cannot. */
  async open(chosen: readonly File[]): Promise<void> {
    this.#chosen = chosen;
    const files = filesOfModel(chosen);
    if (typeof files === 'string') {
      this.status = { kind: 'refused', fault: files };
      return;
    }
    const name = nameOf(files);
    this.status = { kind: 'reading', name };
    await new Promise(requestAnimationFrame); // reading takes seconds, in which nothing is drawn
    try {
      const model = await (await sharedEngine()).loadPretrained(files);
      if (this.#chosen === chosen) this.#show(model, name);
      else model.dispose();
    } catch (error) {
      if (this.#chosen !== chosen) return;
      this.status = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Shows the page's model again. Whoever opens another section says what is selected there. */
  close(): void {
    this.#chosen = [];
    if (this.#model) this.#replace(null);
    this.status = { kind: 'none' };
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const goBack = () => {
      this.close();
      this.#forgetSelection();
    };
    const choose = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      if (input.files?.length) void this.open([...input.files]);
      input.value = ''; // the same files can be chosen again
    };
    return html`<label class="choose">
        ${texts.open}<input type="file" multiple accept=${ACCEPTED} @change=${choose} />
      </label>
      <p role="status">${this.#said()}</p>
      ${this.#model ? html`<button @click=${goBack}>${texts.close}</button>` : nothing}`;
  }

  get #texts(): OwnModelMessages {
    return ownModelMessages[this.language];
  }

  #said(): string {
    const [texts, { status }] = [this.#texts, this];
    switch (status.kind) {
      case 'none':
        return texts.hint;
      case 'reading':
        return texts.reading(status.name);
      case 'refused':
        return texts.faults[status.fault];
      case 'failed':
        return texts.failed(status.message);
      case 'shown': {
        const { layers, numHeads } = this.#model!;
        return texts.shown(this.#name, layers.encoder + layers.decoder, numHeads);
      }
    }
  }

  #show(model: PretrainedModel, name: string): void {
    this.#replace(model);
    this.#forgetSelection();
    this.#name = name;
    this.status = { kind: 'shown' };
  }

  /** Heads, tokens and interventions of the model before are not those of the next. */
  #forgetSelection(): void {
    const { spotlight } = this;
    spotlight.state = { ...textChange(spotlight.text, spotlight), ...modelChange(spotlight.model) };
  }

  /** Null: the page's model is shown. The one before is in use until the element has drawn the next. */
  #replace(model: PretrainedModel | null): void {
    const before = this.#model;
    this.#model = model;
    const { spotlight } = this;
    spotlight.pretrained = model;
    void spotlight.updateComplete.then(() => before?.dispose());
  }
}

/** The name of a model: of its GGUF file, or of the first of its weights. */
function nameOf({ weights }: PretrainedFiles): string {
  const [file] = [weights].flat();
  return file instanceof File ? file.name : '';
}

customElements.define('own-model', OwnModel);
