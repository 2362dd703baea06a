// The model cards in English.
import type { CardName } from '../../view/model-names.js';

/** Texts of each model's card, without the measurements of heads, and labels of the tables on the cards. */
export type Cards = Readonly<
  Record<CardName, { intro: readonly string[]; limits: readonly string[]; sources: string }>
> & { readonly words: typeof words };

const words = {
  close: 'Close',
  title: 'The model and its heads',
  place: (attention: string, layer: number, head: number) => `${attention} ${layer + 1}.${head + 1}`,
  unsupervised: 'This head attends most often to',
  scored: (language: string, score: string, rule: string, baseline: string, n: string) =>
    `${language} ${score} (${rule}: ${baseline}, n = ${n})`,
  fails: 'Examples of errors:',
  failure: (query: string, attended: string, right: string) =>
    `“${query}” attends to “${attended}”; correct: “${right}”`,
  supervisedHeads: 'Supervised heads',
  unsupervisedHeads: (heads: number) => `The ${heads} unsupervised heads`,
  limitsTitle: 'Limitations',
};

export const cards: Cards = {
  default: {
    intro: [
      'A small Transformer with the original architecture: an encoder of four layers and a decoder of two, 4 heads per layer, 1.9 million weights in 8 bits. It was trained for Spotlight on public text. Its translations are good enough to watch, not to use.',
      'Four heads were supervised in training: each was taught what to attend to. Every score was measured on texts not used in training, with the same engine that runs on this page. In parentheses: the score of a simple rule on the same texts, and the number of cases.',
    ],
    limits: [
      'Names, occupations and texts with several clauses: on GAP, WinoBias and WinoGrande it is no better than a simple rule.',
      'Rare words: a word not seen in training is known only by its letters.',
      'Chinese syntax: it was trained on fewer than 3,000 Chinese trees.',
      'Translation of anything but short everyday sentences.',
    ],
    sources:
      'Trained on Tatoeba (CC-BY 2.0 FR), CC-CEDICT, Wiktionary examples and the game Cataclysm: DDA (CC BY-SA), Universal Dependencies EWT, PUD, GSDSimp, HK and CFL (CC BY-SA), GAP (Apache-2.0), WinoGrande (CC-BY), KnowRef and small collections that the card names, and our own templates. The weights are licensed under CC BY-SA 4.0. Full model card: models/default/MODEL_CARD.md.',
  },
  stories: {
    intro: [
      'stories260K, a Llama of 5 layers with 8 heads each, which share 4 heads of keys and values, and 512 tokens. Andrej Karpathy trained it on TinyStories, short English stories for little children that GPT-3.5 and GPT-4 wrote. Here its weights have 8 bits.',
      'No head was supervised. Each was measured with the engine of this page: on stories that the model wrote, and on random tokens that are repeated. Only tokens that have such a token before them count. In parentheses: what weights that are all the same would reach, and the number of cases.',
    ],
    limits: [
      'English only. It knows no other kind of text than such stories.',
      'It keeps the grammar, and soon loses the thread.',
      'A head that does something on random tokens need not do it in stories.',
    ],
    sources: 'Weights: MIT license, karpathy/tinyllamas. Full model card: models/stories/MODEL_CARD.md.',
  },
  words,
};
