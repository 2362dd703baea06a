import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Softmax, and why √d',
  steps: [
    {
      text: [
        'Scores can have any size and sign; weights are shares that sum to 1. First divide by √d; d is how many numbers a vector has, here 2: √2 = 1.414.',
        'Then softmax: e = 2.718 to the power of each, divided by the sum of all three.',
      ],
      predict: {
        question: 'What weight does the smallest score get?',
        answers: ['exactly 0', 'more than 0', 'less than 0'],
      },
      task: 'Compute both rows with a calculator, to two decimals, and check them.',
      saw: 'The weights are {first}, {second} and {third}. Even the smallest score keeps a little. Why √d? Vectors of many dimensions give large scores: softmax would put nearly all weight on one key, and the gradients, from which a model learns, would vanish.',
    },
    {
      text: [
        'How sharply should attention choose? The temperature is one more number that the scores are divided by, before the softmax.',
        'An experiment changes only the head that you see: its scores stay, so you can check each weight by hand. Beside it you can choose the layer, or the whole model.',
      ],
      predict: {
        question: 'The temperature rises. What does the largest weight of each row do?',
        answers: ['it grows', 'it stays the same', 'it shrinks'],
      },
      task: 'Under “Experiment”, set the temperature to 2 or more.',
      hint: 'Only the temperature should change: move its slider to the right.',
      saw: 'The largest weight of a row was {before} on average. At a temperature of {temperature} it is {now}: the rows are more even.',
    },
    {
      text: [
        'And without the division by √d? A score is a sum of d products: the more numbers the vectors have, the larger scores tend to be. The division makes up for that.',
      ],
      predict: {
        question: 'Without √d, what does the largest weight of each row do?',
        answers: ['it grows', 'it stays the same', 'it shrinks'],
      },
      task: 'Under “Experiment”, turn off “Divide by √d”.',
      hint: 'Only this switch should change.',
      saw: 'The largest weight of a row was {before} on average, now it is {now}. In {sharp} of {rows} rows one token gets more than 90%; with the division in {sharpBefore}.',
      point: 'Without the division softmax chooses more sharply: one token takes nearly all.',
    },
    {
      text: [
        'Here with random queries and keys. Their numbers have variance 1 (how far they spread), their scores about d, divided about 1.',
        'A model learns from gradients: how much a small change of a number changes the result. Where one weight is almost 1, that of the softmax is almost 0: little is learned.',
      ],
      predict: {
        question: 'At d = 1024, without √d: how large is the largest of 64 weights?',
        answers: ['less than a quarter', 'about half', 'nearly 1'],
      },
      task: 'Move d to 1024 and compare the two columns.',
      saw: 'At d = {d} the largest of {keys} weights is {scaled} with the division, {unscaled} without. The gradient without it is {gradient} as large as with it.',
    },
    {
      text: [
        'Everything together: three tokens, three queries, from the scores to the output. Round to two decimals. You can check after each step, and leave later ones empty.',
      ],
      predict: {
        question: 'Which query will have the largest single weight?',
        answers: ['the first', 'the second', 'the third'],
      },
      task: 'Get all four steps right.',
      saw: 'Query {query} has the largest weight, {largest}. The outputs are {first}, {second} and {third}. You have computed attention by hand.',
    },
  ],
};
