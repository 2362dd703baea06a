// Example texts and capabilities of each model that the property `model` names.
import { EXAMPLES } from './examples.js';
import { HAN } from '../../text/word-features.js';
import type { Shape } from './head-selection.js';
import { isDecoderOnly, type ShownModel } from './shown-model.js';
import type { CardName } from '../../view/model-names.js';
import { LOCALES, type Language } from '../../locales/index.js';
import type { ModelName } from '../../view/model-names.js';
import type { TextLanguage } from '../../text/plain-language.js';

export interface NamedModel {
  /**
   * Example texts of the model for each language of the interface. The first one is shown when the user selects the
   * model.
   */
  examples: Readonly<Record<TextLanguage, readonly string[]>>;
  /** The only language that the model knows; null if it knows English and Chinese. */
  language: TextLanguage | null;
  /** True if the model continues texts; false if it translates or is untrained. */
  writes: boolean;
  /** Name of the model's card; null for a model that the page has passed in, which has none. */
  card: CardName | null;
  /** Numbers of the model's layers and heads, known before the model has loaded. */
  shape: Shape;
}

const READER: NamedModel = {
  examples: EXAMPLES,
  language: null,
  writes: false,
  card: 'default',
  shape: { layers: { encoder: 4, decoder: 2, cross: 2 }, numHeads: 4 },
};

const BEGINNINGS = [
  'Once upon a time',
  'The dog ran to the park',
  'Lily had a red ball. She wanted to',
  'Tom and Sue were best friends. One day, Tom',
  'The little bird could not',
];

const NAMED_MODELS: Readonly<Record<ModelName, NamedModel>> = {
  default: READER,
  untrained: { ...READER, shape: { layers: { encoder: 1, decoder: 0, cross: 0 }, numHeads: 4 } },
  stories: {
    examples: { en: BEGINNINGS, zh: BEGINNINGS },
    language: 'en',
    writes: true,
    card: 'stories',
    shape: { layers: { encoder: 0, decoder: 5, cross: 0 }, numHeads: 8 },
  },
};

export const namedModel = (name: ModelName): NamedModel => NAMED_MODELS[name];

/** Example texts and capabilities of a model that the page has passed in. */
export const givenModel = (model: ShownModel | null): NamedModel => ({
  ...READER,
  examples: { en: [], zh: [] },
  writes: model !== null && isDecoderOnly(model),
  card: null,
});

/** True if the model was not trained on the language of the text. */
export const isForeign = ({ language }: NamedModel, text: string): boolean => language === 'en' && HAN.test(text);

/**
 * The text that the element shows after a model is selected. The model's first example replaces an example of another
 * model, a story that begins like an example of the story model, and a text in a language that the model does not know.
 * Any other text stays.
 */
export function textFor(name: ModelName, text: string, language: Language): string {
  const { examples } = namedModel(name);
  const { sentences } = LOCALES[language];
  const others = Object.values(NAMED_MODELS).filter((each) => each.examples !== examples);
  const isOfOthers = others.some((each) =>
    each.examples[sentences].some((example) => (each.writes ? text.startsWith(example) : text === example)),
  );
  return isOfOthers || isForeign(namedModel(name), text) ? examples[sentences][0]! : text;
}
