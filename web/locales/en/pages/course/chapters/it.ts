import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'What does “it” mean?',
  steps: [
    {
      text: [
        'You know at once who was tired. To a computer the sentence is a row of tokens, here the words. A part of a language model, a head, was trained to find what “it” refers to.',
        'The arcs show what “it” attends to, where it gets information from: the thicker, the more. “it” is the query here, the token that looks; the tokens that it finds are keys.',
      ],
      predict: {
        question: 'Does “cat” attend to “it” as much?',
        answers: ['just as much', 'less', 'more'],
      },
      task: 'Select the word “cat”.',
      hint: '“cat” is the second word.',
      saw: '“{it}” attends to “{cat}” with {share}, “{cat}” to “{it}” with {back}. Attention has a direction: each token is the query once, with shares of its own.',
    },
    {
      text: [
        'Now one word changes: the end of the sentence is no longer “tired”, but “soft”. Cats are soft, and so are mats.',
        'The model had to learn from examples which of the two is meant. It is not always right; the model card lists sentences in which it fails.',
      ],
      predict: {
        question: 'With “soft” in place of “tired”, do the weights of the word “sat” change, too?',
        answers: ['not at all', 'a little', 'as much as those of “it”'],
      },
      task: 'In the field with the sentence, write “soft” in place of “tired”.',
      hint: 'It should read: The cat sat on the mat because it was soft.',
      saw: 'Before, “{it}” attended to “{was}” with {wasShare}. Now it attends to “{first}” with {share}. The weights of “sat” change by {other} at most: one word changed, and it matters to “{it}”.',
      point: 'One word changes, and attention with it: weights are computed anew for each sentence.',
    },
    {
      text: [
        'What was rusty? Many words stand between “key” and “rusty”. A model that reads word by word has to remember the key all the way.',
        'Attention needs no such memory: every token is compared with every other token directly. Another head of the same model learned grammar. There, each word attends to the word that it depends on, as “old” to “table”.',
      ],
      predict: { question: 'Which word does “key” attend to most?', answers: ['uncle', 'table', 'rusty'] },
      task: 'Select the word “key”.',
      hint: '“key” is the second word.',
      saw: '“{from}” attends most to “{first}” ({share}), across {between} other tokens. However far it is, it takes one step.',
    },
  ],
};
