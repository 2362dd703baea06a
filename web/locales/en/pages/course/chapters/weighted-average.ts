import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'A weighted average',
  steps: [
    {
      text: [
        'In a weighted average some tokens count more than others. Each gets a weight, its share of the whole. Together the weights are 100%.',
        'A vector is a list of numbers, here two, drawn as a point. The vector that a token contributes is called its value. Output = weight · value + weight · value + weight · value: attention is exactly this. What follows is about where the weights come from.',
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
        'The animation shows it stage by stage; the weights are explained next. In “Weighted sum” each value is multiplied by its weight, and all are added.',
      ],
      predict: {
        question: 'You have seen the weights of “it”. How near is its output to the value of “cat”?',
        answers: ['equal', 'near', 'half way to “mat”'],
      },
      task: 'Press play, or step forward, to the stage “Weighted sum”.',
      hint: 'Select “it” again, then press play.',
      saw: 'The output of “{it}” is made of {share} of the value of “{first}”, {secondShare} of “{second}” and {rest} of all others. Its first number is {number}.',
      point: 'The output is a weighted average of the values, here almost that of “cat”.',
    },
  ],
};
