import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Masks and the next token',
  steps: [
    {
      text: [
        'A model that writes a text cannot use words that are not written yet. The causal mask makes sure of that: every score for a later token, above the diagonal, becomes −∞, and e to the power of −∞ is 0.',
      ],
      predict: {
        question: 'With the causal mask, what does the first token attend to?',
        answers: ['only to itself', 'to all tokens evenly', 'to nothing'],
      },
      task: 'Under “Experiment”, turn on the causal mask.',
      hint: 'Only the causal mask should be on.',
      saw: '“{token}” now attends to “{first}” with {share}: there is nothing before it. {zeros} of {weights} weights of this head are exactly 0.',
      point: 'A masked score is −∞, its weight exactly 0: no token attends to a later one.',
    },
    {
      text: [
        'This is what the mask is for. The model of this page translates into Chinese: its decoder writes token by token, from ▸ on. Each row knows only what is written so far.',
      ],
      predict: {
        question: 'After 它 (“it”) came 累 (“tired”). How sure was the model?',
        answers: ['over 80%', '20% to 80%', 'under 20%'],
      },
      task: 'Select a cell in the row of 它.',
      hint: 'Look for 它 on the left of the matrix, below 为.',
      saw: 'After “{token}” the model expects “{first}” with {share}, then “{second}” with {secondShare}. It has {sees} tokens to go by, and none of those to come.',
      point: 'A decoder predicts the next token from those before it alone.',
    },
    {
      text: [
        'Sentences that are computed together are filled up to the same length. What fills them is called padding, and no token may attend to it.',
      ],
      predict: {
        question: 'What happens to the weights if the last token is padding?',
        answers: ['its column becomes 0', 'its row becomes 0', 'every weight becomes smaller'],
      },
      task: 'Under “Experiment”, make exactly one token padding.',
      hint: 'Padding should be 1, and nothing else should change.',
      saw: 'In this head no token attends to “{word}” any more: its largest weight is {largest}. The rows still sum to {sum}: the other tokens share what it had, each in proportion to its weight.',
    },
    {
      text: ['A mask can hide any pair. What does “it” attend to if it may not attend to “cat”?'],
      predict: {
        question: 'Where does the weight of “cat” go?',
        answers: ['mostly to “mat”', 'mostly to “tired”', 'evenly to all tokens'],
      },
      task: 'Under “Experiment”, turn on “Edit mask”. Then mask only the cell in row “it”, column “cat”.',
      hint: 'Only this one cell should be masked. Select a masked cell again to clear it.',
      saw: '“{it}” attended to “{was}” with {wasShare}. Now that “{cat}” is masked in this head, it attends to “{first}” with {share}: the next best that could be meant.',
    },
  ],
};
