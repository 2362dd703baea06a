// Shows the user's own model in the <attention-spotlight> element: the complete model, its first layer while the rest
// is read, or the model with an image. A model's memory is freed when the attention element no longer uses it.
import { modelChange, textChange } from '../../element/state/changes.js';
import { withImage } from '../../image/index.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { RemoteModel } from './remote-model.js';

interface FirstLayer {
  readonly model: RemoteModel;
  /** Text on which the first layer can run. It is the only one, since only the embeddings of its tokens were loaded. */
  readonly text: string;
  /** Reads the first layer again, with the embeddings for the current text. */
  readonly readAgain: () => Promise<void>;
}

export class DrawnModel {
  readonly #spotlight: AttentionSpotlight;
  /** The user's model; null if the <attention-spotlight> element shows the default model. */
  #model: RemoteModel | null = null;
  #name = '';
  /** Name of the image that is shown, and the text that was shown before it; null if a text is shown. */
  #image: { name: string; before: string } | null = null;
  #firstLayer: FirstLayer | null = null;

  constructor(spotlight: AttentionSpotlight) {
    this.#spotlight = spotlight;
  }

  get model(): RemoteModel | null {
    return this.#model;
  }

  get name(): string {
    return this.#name;
  }

  get hasImage(): boolean {
    return this.#image !== null;
  }

  get hasFirstLayer(): boolean {
    return this.#firstLayer !== null;
  }

  draw(model: RemoteModel, name: string): void {
    const isBegun = this.hasFirstLayer; // keeps what the user has selected in the first layer
    const text = this.#textBefore;
    this.#image = null;
    this.#replace(model, model);
    this.#name = name;
    if (!isBegun) this.forgetSelection(text);
  }

  /** Shows the attention of the token [CLS] to the patches of an image. */
  drawImage(model: RemoteModel, name: string, image: { name: string; data: ImageData }): void {
    const drawn = withImage(model, image.data);
    this.#image = { name: image.name, before: this.#textBefore };
    this.#replace(model, drawn);
    this.#name = name;
    this.forgetSelection(image.name);
    this.#spotlight.state = { view: 'sentence', query: 0 };
  }

  drawFirstLayer(firstLayer: FirstLayer): void {
    this.#set(firstLayer.model);
    this.#firstLayer = firstLayer;
    this.forgetSelection();
  }

  /** Ends the preview of the first layer, and shows the model again that was shown before. */
  endFirstLayer(): void {
    if (!this.#firstLayer) return;
    this.#set(this.#model);
    this.forgetSelection();
  }

  /**
   * If the text has changed, ends the preview of the first layer and reads that layer again: only the embeddings for
   * the previous text were loaded.
   */
  followText(): void {
    const firstLayer = this.#firstLayer;
    if (!firstLayer || firstLayer.text === this.#spotlight.text) return;
    this.endFirstLayer();
    void firstLayer.readAgain();
  }

  /** Closes the user's model and shows the default model again. The caller decides what is selected in it. */
  close(): void {
    if (this.#model || this.#firstLayer) this.#replace(null, null);
    const text = this.#textBefore;
    if (text !== this.#spotlight.text) this.#spotlight.state = textChange(text, this.#spotlight);
    this.#image = null;
  }

  /**
   * Resets what belongs to the previous model in the <attention-spotlight> element's state: selected head and tokens,
   * and interventions.
   */
  forgetSelection(text = this.#spotlight.text): void {
    const spotlight = this.#spotlight;
    spotlight.state = { ...textChange(text, spotlight), ...modelChange(spotlight.model) };
  }

  get #textBefore(): string {
    const { text } = this.#spotlight;
    return this.#image?.name === text ? this.#image.before : text;
  }

  /**
   * Replaces the user's model, and frees the memory of the previous one.
   * @param drawn the model as the <attention-spotlight> element shows it, on texts or with an image
   */
  #replace(model: RemoteModel | null, drawn: AttentionSpotlight['pretrained']): void {
    const before = this.#model === model ? null : this.#model;
    this.#model = model;
    this.#set(drawn);
    void this.#spotlight.updateComplete.then(() => before?.dispose());
  }

  #set(drawn: AttentionSpotlight['pretrained']): void {
    const firstLayer = this.#firstLayer;
    this.#firstLayer = null;
    this.#spotlight.pretrained = drawn;
    void this.#spotlight.updateComplete.then(() => firstLayer?.model.dispose());
  }
}
