// Scores, softmax and masks, in English.
import type { ChapterTexts } from '../texts.js';

export const scores: ChapterTexts = {
  title: 'Scores: q·k by hand',
  steps: [
    {
      text: [
        'Think of a library. You come with a question, the query q. Each book has a label, the key k, and a text, the value v. You compare your question with every label, and read most in the books that match.',
        'To compare, attention uses the dot product: multiply the numbers in pairs, and add the products. For q = (1, 2) and k = (1, 0) it is 1·1 + 2·0 = 1.',
      ],
      predict: {
        question: 'Which key matches q = (1, 2) best?',
        answers: ['key 1: (1, 0)', 'key 2: (1, 1)', 'key 3: (0, 2)'],
      },
      task: 'Compute the three scores q·k by hand, and check them.',
      saw: 'The scores are {first}, {second} and {third}. Key {best} points most in the direction of the query, so its score is the largest.',
    },
    {
      text: [
        'Where do queries and keys come from? Each token has a vector X. Three matrices, which were learned, turn it into three vectors: Q = X·W_Q, K = X·W_K, V = X·W_V.',
        'So a token has one vector for what it is looking for, another for how it can be found, and a third for what it gives.',
      ],
      predict: {
        question: 'Are the query and the key of the same token the same vector?',
        answers: ['yes, it is the same token', 'no, the matrices differ'],
      },
      task: 'In the matrix Q, click any number in the row of “love”.',
      saw: 'Number {position} of the query of “{word}” is {query}, a sum of {inputs} products. The same number of its key is {key}. Query and key have {size} numbers each.',
    },
    {
      text: [
        'Now all queries with all keys: Q·Kᵀ. Three tokens give 3 × 3 scores. Each is a dot product, just as you computed it, only longer.',
      ],
      predict: { question: 'Can a score be negative?', answers: ['yes', 'no'] },
      task: 'Click the cell in row “love”, column “Beijing”, and follow the sum.',
      saw: 'The score of “{query}” for “{key}” is {score}, a sum of {size} products. Of the {scores} scores {negatives} are negative; the least is {least}.',
    },
  ],
};

export const softmax: ChapterTexts = {
  title: 'Softmax, and why √d',
  steps: [
    {
      text: [
        'Scores can have any size and sign. Weights must not: they are shares that sum to 1. First divide each score by √d, the root of the length of the vectors, here √2 = 1.414.',
        'Then the softmax: raise e = 2.718 to the power of each number, and divide by the sum of the three results.',
      ],
      predict: {
        question: 'What weight does the smallest score get?',
        answers: ['exactly 0', 'little, but more than 0', 'a negative weight'],
      },
      task: 'Compute both rows with a calculator, to two decimals, and check them.',
      saw: 'The weights are {first}, {second} and {third}. Even the smallest score keeps a little: e to any power is more than 0.',
    },
    {
      text: [
        'How sharply should attention choose? The temperature is one more number that the scores are divided by, before the softmax.',
      ],
      predict: {
        question: 'The temperature rises. What does the largest weight of each row do?',
        answers: ['it grows', 'it stays the same', 'it shrinks'],
      },
      task: 'Under “Experiment”, set the temperature to 2 or more.',
      saw: 'The largest weight of a row was {before} on average. At a temperature of {temperature} it is {now}: the rows are more even.',
    },
    {
      text: [
        'And without the division by √d? A score is a sum of d products, so longer vectors give larger scores. The division makes up for that.',
      ],
      predict: {
        question: 'Without √d, what does the largest weight of each row do?',
        answers: ['it grows', 'it stays the same', 'it shrinks'],
      },
      task: 'Under “Experiment”, turn off “Divide by √d”.',
      saw: 'The largest weight of a row was {before} on average, now it is {now}. In {sharp} of {rows} rows one token gets more than 90%; with the division in {sharpBefore}.',
    },
    {
      text: [
        'Here the same is measured with random queries and keys, whose numbers have variance 1. The variance of their scores is about d; after the division it is about 1.',
        'A model learns by gradients. Where one weight is almost 1, the gradient of the softmax is almost 0, and little of the error gets back to queries and keys.',
      ],
      predict: {
        question: 'At d = 1024 and without √d: how large is the largest of 64 weights, on average?',
        answers: ['less than a quarter', 'about half', 'nearly 1'],
      },
      task: 'Move d to 1024 and compare the two columns.',
      saw: 'At d = {d} the largest of {keys} weights is {scaled} with the division, {unscaled} without. The gradient without it is {gradient} as large as with it.',
    },
    {
      text: [
        'Everything together: three tokens, three queries, from the scores to the output. Round to two decimals; you can leave later steps empty and check what you have.',
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

export const masks: ChapterTexts = {
  title: 'Masks and the next token',
  steps: [
    {
      text: [
        'A model that writes a text must not use words that it has not written yet. The causal mask makes sure: above the diagonal, every score becomes −∞, and e to the power of −∞ is 0.',
      ],
      predict: {
        question: 'What does the first token attend to then?',
        answers: ['only to itself', 'to all tokens evenly', 'to nothing'],
      },
      task: 'Under “Experiment”, turn on the causal mask.',
      saw: '“{token}” now attends to “{first}” with {share}: there is nothing before it. {zeros} of {weights} weights are exactly 0.',
    },
    {
      text: [
        'This is what the mask is for. A decoder translates the sentence token by token; ▸ marks the start. From what it has so far, it computes how likely each token is to come next.',
        'Beside the matrix, below the arithmetic, are the most likely ones for the selected row.',
      ],
      predict: {
        question: 'The translation has got to 它 (“it”). Which token is most likely to come next?',
        answers: ['累 (tired)', '很 (very)', '猫 (cat)'],
      },
      task: 'Click a cell in the row of 它.',
      saw: 'After “{token}” the model expects “{first}” with {share}, then “{second}” with {secondShare}. It has {sees} tokens to go by, and none of those to come.',
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
      saw: 'No token attends to “{word}” any more: its largest weight is {largest}. The rows still sum to {sum}; the other tokens share what it had.',
    },
    {
      text: ['A mask can hide any pair. What does “it” attend to if it may not attend to “cat”?'],
      predict: {
        question: 'Where does the weight of “cat” go?',
        answers: ['mostly to “mat”', 'mostly to “tired”', 'evenly to all tokens'],
      },
      task: 'Under “Experiment”, turn on “Edit mask”. Then click only the cell in row “it”, column “cat”.',
      saw: '“{it}” attended to “{was}” with {wasShare}. Now that “{cat}” is masked, it attends to “{first}” with {share}: the next best that could be meant.',
    },
  ],
};
