import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Scores: q·k by hand',
  steps: [
    {
      text: [
        'Think of a library: your question is the query q, a book’s label its key k, its text the value v; where labels match, you read most. Three matrices from training make q, k, v of a token.',
        'To compare, attention takes the dot product: multiply in pairs, add the products. For q = (1, 2) and k = (1, 0) it is 1·1 + 2·0 = 1.',
      ],
      predict: {
        question: 'Which key matches q = (1, 2) best?',
        answers: ['key 1: (1, 0)', 'key 2: (1, 1)', 'key 3: (0, 2)'],
      },
      task: 'Compute the three scores, and check them.',
      saw: 'The scores are {first}, {second} and {third}. The second number of the query is the large one, and key {best} is large in the same place: its score is the largest.',
      point: 'A score is a dot product: large where query and key are large in the same places.',
    },
    {
      text: [
        'Where do queries and keys come from? Each token has a vector X. Three matrices, found in training, turn it into three others: Q = X·W_Q, K = X·W_K, V = X·W_V. Each of their numbers is a dot product again, of X with a column of the matrix, plus a bias.',
        'So a token has one vector for what it is looking for, another for how it can be found, and a third for what it gives.',
      ],
      predict: {
        question: 'Are the query and the key of the same token the same vector?',
        answers: ['yes, it is the same token', 'no, the matrices differ'],
      },
      task: 'Select any number of the query of “love”. In the matrix Q it is a stripe of the second row.',
      hint: 'The numbers stand above the matrices.',
      saw: 'Q[{index}] of “{word}” is {query}, the sum of {inputs} products and a bias. K[{index}] of the same token is {key}. Query and key have {size} numbers each, counted from 0.',
    },
    {
      text: [
        'Now all queries with all keys: Q·Kᵀ, where Kᵀ is K with its rows turned into columns. Each of the 3 × 3 scores is a dot product, as you computed it, only longer.',
      ],
      predict: {
        question: 'If each number of a query were twice as large, its scores would be …',
        answers: ['the same', 'twice as large', 'four times as large'],
      },
      task: 'Select the cell in row “love”, column “Beijing”, and follow the sum.',
      hint: '“love” is the second row, “Beijing” the third column.',
      saw: 'The score of “{query}” for “{key}” is {score}, the sum of {size} products. Each has one number of the query in it: doubled, it doubles the sum. {negatives} of the {scores} scores are negative, down to {least}.',
      point: 'Every query is compared with every key; a score is linear in the query, and may be negative.',
    },
  ],
};
