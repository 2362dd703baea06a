// What “it” means, the average, the weighted average, in English.
import type { ChapterTexts } from '../texts.js';

export const it: ChapterTexts = {
  title: 'What does “it” mean?',
  steps: [
    {
      text: [
        'You know at once who was tired. A computer sees only a row of words, cut into tokens. How can it find out what “it” refers to?',
        'A small model was trained to do that. When you select a token, arcs show how much it attends to each token of the sentence. The thicker the arc, the larger the weight.',
      ],
      predict: { question: 'Which word does “it” attend to most?', answers: ['cat', 'mat', 'tired'] },
      task: 'Click the word “it”.',
      saw: '“{it}” attends most to “{first}”: {share} of its attention. Next comes “{second}” with {secondShare}.',
    },
    {
      text: [
        'Now one word changes: the end of the sentence is no longer “tired”, but “soft”. Cats are soft, and so are mats.',
        'The model had to learn from examples which of the two is meant. It is not always right; the model card lists sentences in which it fails.',
      ],
      predict: { question: 'Which word does “it” attend to then?', answers: ['cat', 'mat', 'soft'] },
      task: 'In the field with the sentence, write “soft” in place of “tired”.',
      saw: 'Before, “{it}” attended to “{was}” with {wasShare}. Now it attends to “{first}” with {share}. One word changed, and the weights of another word with it.',
    },
    {
      text: [
        'What was rusty? Many words stand between “key” and “rusty”. A model that reads word by word has to remember the key all the way.',
        'Attention needs no such memory: every token is compared with every other token directly. This head learned grammar: each token should attend to the word that it depends on.',
      ],
      predict: { question: 'Which word does “key” attend to most?', answers: ['uncle', 'table', 'rusty'] },
      task: 'Click the word “key”.',
      saw: '“{from}” attends most to “{first}” ({share}), with {between} tokens in between. The distance does not matter.',
    },
  ],
};

export const average: ChapterTexts = {
  title: 'An average',
  steps: [
    {
      text: [
        'To a model, each token is a list of numbers, a vector. Here are three tokens with two numbers each: points in a plane.',
        '“it” should get a vector that holds something of the other tokens. The simplest way to make one vector of three is to take the average: add them up, divide by three.',
      ],
      predict: {
        question: 'Where is the average of three points?',
        answers: ['inside the triangle', 'on its edge or outside'],
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
        'In a weighted average some tokens count more than others. Each gets a weight; the weights are shares of a whole, so they sum to 100%.',
        'Output = weight · value + weight · value + weight · value. Attention is exactly this. All that follows is about where the weights come from.',
      ],
      predict: {
        question: 'How large must the weight of “cat” be for the output to come close to its value?',
        answers: ['more than half', 'a third is enough'],
      },
      task: 'Move the sliders until the output is at most 0.5 away from “cat”.',
      saw: 'With weights of {first}, {second} and {third} the output is ({x}, {y}): {distance} away from “cat”. It holds a lot of “cat” and a little of the others.',
    },
    {
      text: [
        'This matrix has the weights of all tokens at once. Each row belongs to one token that attends, the query. Each column belongs to a token that is attended to, the key.',
        'The more a cell stands out, the larger the weight.',
      ],
      predict: {
        question: 'What is the sum of all weights in the row of “it”?',
        answers: ['always 100%', 'more, if the word is important', 'it depends on the number of tokens'],
      },
      task: 'Click the cell in row “it”, column “cat”.',
      saw: 'The weight of “{it}” for “{cat}” is {share}. All {keys} weights of this row sum to {sum}, as in every other row.',
    },
    {
      text: [
        'The same weighted average, in the model. The ledger has a line for each token that “it” may attend to. Its value is no longer two numbers, but a whole vector.',
        'In the stage “Weighted sum”, each value is multiplied by its weight, and the products are added up.',
      ],
      predict: { question: 'Whose value contributes most to the output of “it”?', answers: ['cat', 'it', 'tired'] },
      task: 'Play on, or step forward, to the stage “Weighted sum”.',
      saw: 'The output of “{it}” is made of {share} of the value of “{first}”, {secondShare} of “{second}” and {rest} of all others. Its first number is {number}.',
    },
  ],
};
