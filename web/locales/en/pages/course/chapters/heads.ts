import { patterns } from '../../../head-patterns.js';
import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Many heads',
  steps: [
    {
      text: [
        'One head has one set of weights for a sentence. To attend to several things at once, a layer has several heads, each with its own W_Q, W_K and W_V. These are all heads of the encoder.',
        'A head can be supervised: training says what it should attend to. The others find something of their own, which is measured afterwards.',
      ],
      predict: { question: 'How many of these 16 heads were supervised?', answers: ['3', '8', '16'] },
      task: 'Set the order to “By role”.',
      hint: 'The order is chosen above the heads.',
      saw: `Of {heads} heads {supervised} were supervised. {patterns} of the others follow a simple pattern, such as “${patterns.next}”; {others} do not.`,
    },
    {
      text: [
        'Here is another head. It was supervised on grammar: each token should attend to the word that it depends on, its governor. In “the red house”, “red” depends on “house”; in “the cat sat”, “cat” depends on “sat”.',
        'The outputs of all heads of a layer are concatenated, and one more matrix, W_O, projects them back to the size of x, the vector that came in. The result is added to x: a residual connection.',
      ],
      predict: { question: 'Which word does “mat” depend on?', answers: ['the', 'sat', 'tired'] },
      task: 'Select the word “mat”.',
      hint: '“mat” stands after “on the”.',
      saw: '“{word}” attends most to “{first}”, with {share}. The same sentence, other weights: this head learned something else than the one for pronouns.',
    },
    {
      text: [
        'What does one head contribute? Switch it off, so that its output is 0, and see what changes. Each layer works on the output of the one below.',
        `The selected head is in layer 1 and attends to the ${patterns.previous}. A bright stripe: it looks important. Each panel is a head; with the switch, it shows what changes.`,
      ],
      predict: {
        question: 'Which heads change when this one is off?',
        answers: ['those of the same layer', 'those of the layers above', 'none'],
      },
      task: 'Under “Experiment”, choose “Switch off this head”.',
      hint: 'Only this one head should be off.',
      saw: 'Without head {head} of layer {layer}, the others of its layer change by {beside}. Above, head {otherHead} of layer {otherLayer} changes most: one of its weights by {change}. The translation stays the same: high weights alone do not show that a head matters, switching it off does.',
    },
  ],
};
