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
      saw: 'The scores are {first}, {second} and {third}. The second number of the query is the large one, and key {best} is large in the same place: its score is the largest.',
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
      task: 'In the matrix Q, select any number in the row of “love”.',
      hint: 'Q is the blue matrix, and “love” its second row.',
      saw: 'Q[{index}] of “{word}” is {query}, the sum of {inputs} products and a bias. K[{index}] of the same token is {key}. Query and key have {size} numbers each, counted from 0.',
    },
    {
      text: [
        'Now all queries with all keys: Q·Kᵀ, where Kᵀ is K with its rows turned into columns. Each of the 3 × 3 scores is a dot product, as you computed it, only longer.',
      ],
      predict: { question: 'Can a score be negative?', answers: ['yes', 'no'] },
      task: 'Select the cell in row “love”, column “Beijing”, and follow the sum.',
      hint: '“love” is the second row, “Beijing” the third column.',
      saw: 'The score of “{query}” for “{key}” is {score}, a sum of {size} products. Of the {scores} scores {negatives} are negative; the least is {least}.',
    },
  ],
};

export const softmax: ChapterTexts = {
  title: 'Softmax, and why √d',
  steps: [
    {
      text: [
        'Scores can have any size and sign. Weights cannot: they are shares that sum to 1. First divide each score by √d, where d is how many numbers a vector has. Here d = 2, and √2 = 1.414.',
        'Then the softmax: raise e = 2.718 to the power of each number, and divide each result by the sum of all three.',
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

export const masks: ChapterTexts = {
  title: 'Masks and the next token',
  steps: [
    {
      text: [
        'A model that writes a text cannot use words that are not written yet. The causal mask makes sure of that: every score for a later token, above the diagonal, becomes −∞, and e to the power of −∞ is 0.',
      ],
      predict: {
        question: 'What does the first token attend to then?',
        answers: ['only to itself', 'to all tokens evenly', 'to nothing'],
      },
      task: 'Under “Experiment”, turn on the causal mask.',
      hint: 'Only the causal mask should be on.',
      saw: '“{token}” now attends to “{first}” with {share}: there is nothing before it. {zeros} of {weights} weights of this head are exactly 0.',
    },
    {
      text: [
        'This is what the mask is for. A decoder translates the sentence of the cat token by token; ▸ marks the start. Each row uses only what is written so far, and from it the model computes how likely each token is to come next.',
      ],
      predict: {
        question: 'After 它 (“it”) came 累 (“tired”). How sure was the model of it?',
        answers: ['more than 80%', '20% to 80%', 'less than 20%'],
      },
      task: 'Select a cell in the row of 它.',
      hint: 'Look for 它 on the left of the matrix, below 为.',
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
