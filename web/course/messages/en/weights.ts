// Texts on the reference of “it”, the average and the weighted average, in English.
import type { ChapterTexts } from '../texts.js';

export const it: ChapterTexts = {
  title: 'What does “it” mean?',
  steps: [
    {
      text: [
        'You know at once who was tired. To a computer the sentence is only a row of tokens, here one for each word. How can it find out what “it” refers to?',
        'A part of a language model, a head, was trained to do that. Select a word, and arcs show what it attends to, where it gets information from: the thicker, the more. “on” gets a little from many words.',
      ],
      predict: { question: 'Which word does “it” attend to most?', answers: ['cat', 'mat', 'tired'] },
      task: 'Select the word “it”.',
      hint: '“it” stands after “because”.',
      saw: '“{it}” attends most to “{first}”: {share} of its attention. Next comes “{second}” with {secondShare}.',
    },
    {
      text: [
        'Now one word changes: the end of the sentence is no longer “tired”, but “soft”. Cats are soft, and so are mats.',
        'The model had to learn from examples which of the two is meant. It is not always right; the model card lists sentences in which it fails.',
      ],
      predict: { question: 'Which word does “it” attend to then?', answers: ['cat', 'mat', 'soft'] },
      task: 'In the field with the sentence, write “soft” in place of “tired”.',
      hint: 'It should read: The cat sat on the mat because it was soft.',
      saw: 'Before, “{it}” attended to “{was}” with {wasShare}. Now it attends to “{first}” with {share}. One word changed, and the weights of another word with it.',
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

export const average: ChapterTexts = {
  title: 'An average',
  steps: [
    {
      text: [
        'To a model, each token is a list of numbers, a vector. Here are three tokens with two numbers each, drawn as points: the first number goes to the right, the second up.',
        '“it” should get a vector that holds something of the other tokens. The simplest way to make one vector of three is to take the average: add them up, divide by three.',
      ],
      predict: {
        question: 'Where is the average of three points?',
        answers: ['inside the triangle', 'on its edge', 'outside'],
      },
      task: 'Compute both numbers of the average, and check them.',
      saw: 'The average is ({x}, {y}), inside the triangle. Every token counts the same, the important ones and the others. That is what attention changes.',
    },
  ],
};

export const weightedAverage: ChapterTexts = {
  title: 'A weighted average',
  steps: [
    {
      text: [
        'In a weighted average some tokens count more than others. Each gets a weight, its share of the whole. Together the weights are 100%.',
        'The vector that a token contributes is called its value. Output = weight · value + weight · value + weight · value: attention is exactly this. The next chapters are about where the weights come from.',
      ],
      predict: {
        question: 'How large must the weight of “cat” be to bring the output within 0.5 of its value?',
        answers: ['about a third', 'about half', 'about 90%'],
      },
      task: 'Move the sliders until the output is at most 0.5 away from “cat”.',
      saw: 'With weights of {first}, {second} and {third} the output is ({x}, {y}): {distance} away from “cat”. To be this close, almost all of it must be “cat”.',
    },
    {
      text: [
        'A matrix is a table of numbers, here of the weights of all tokens. Each row belongs to a token that attends, the query; each column to one that is attended to, the key. The more a cell stands out, the larger the weight.',
      ],
      predict: {
        question: 'What is the sum of all weights in the row of “it”?',
        answers: ['always 100%', 'more, if the word is important', 'more, if there are more tokens'],
      },
      task: 'Select the cell in row “it”, column “cat”.',
      hint: 'Rows are named on the left, columns at the top.',
      saw: 'The weight of “{it}” for “{cat}” is {share}. All {keys} weights of this row sum to {sum}, as in every other row.',
    },
    {
      text: [
        'The same weighted average in the model, with a line for each token that “it” can attend to. A value is no longer two numbers, but a longer vector.',
        'The animation shows how the output is computed, stage by stage; the next chapters explain the weights. In the stage “Weighted sum” each value is multiplied by its weight, and all are added.',
      ],
      predict: { question: 'Whose value contributes most to the output of “it”?', answers: ['cat', 'it', 'tired'] },
      task: 'Press play, or step forward, to the stage “Weighted sum”.',
      hint: 'Select “it” again, then press play.',
      saw: 'The output of “{it}” is made of {share} of the value of “{first}”, {secondShare} of “{second}” and {rest} of all others. Its first number is {number}.',
    },
  ],
};
