import type { ChapterTexts } from '../../../../../course/texts.js';

export const chapter: ChapterTexts = {
  title: 'Going further',
  steps: [
    {
      text: [
        'Dropout: in training, each weight is set to 0 at random, with probability p. The others are divided by 1 − p. So no token can rely on a single other one.',
      ],
      predict: {
        question: 'Do the weights of a row still sum to 1 after dropout?',
        answers: ['yes, always', 'no, only on average'],
      },
      task: 'Set p = 0.5 and draw at least three times.',
      saw: 'This time {zeros} of {keys} weights are 0, and the sum is {sum}. Over {many} draws the mean sum is {mean}: on average nothing is lost.',
    },
    {
      text: [
        'Must it be a softmax? relu(x) is x where x is positive, and otherwise 0. As a replacement it needs no exponential, and each weight can be computed without the others.',
      ],
      predict: { question: 'Can a weight be exactly 0 with relu?', answers: ['yes', 'no'] },
      task: 'Choose relu.',
      saw: 'With relu {zeros} of {keys} weights are exactly 0. But they sum to {sum}, not to 1: the size of the output now depends on the scores.',
    },
    {
      text: [
        'The softmax as it is written has a trap: e to the power of a large score is too large for a float32 number, which ends at about 3·10³⁸.',
        'The way out: subtract the largest score from all first. That changes no weight, as numerator and denominator shrink alike, and no power is above 1.',
      ],
      predict: {
        question: 'The largest score is 200. What does the formula give as it is written?',
        answers: ['the same weights as for 2', 'no number at all'],
      },
      task: 'Set the largest score to 200.',
      saw: 'e to the power of {score} is {power} in float32, and ∞/∞ is {naive}. With the largest score subtracted, the first weight is {weight}, as it should be.',
    },
    {
      text: [
        'A float32 number has 32 bits. Large models store and compute with fewer: 16 bits (mixed precision), or 8-bit integers with a scale for each row. The file of the model on this page is int8, too.',
      ],
      predict: {
        question: 'With 8 bits instead of 32, how wrong is the output?',
        answers: ['by a few percent at most', 'by about a tenth', 'by about half'],
      },
      task: 'Look at float16, then choose int8.',
      saw: 'With int8 the vectors take {after} instead of {before}, and the output is off by {int8}. With float16 it is off by {half}.',
    },
    {
      text: [
        'A Transformer block is attention and a feed-forward layer. The input of each is added to its output, by a residual connection. And each has a LayerNorm, which brings the numbers of a token to mean 0 and standard deviation 1.',
        'The first Transformer had it after each part (post-norm), most since have it before (pre-norm).',
      ],
      predict: {
        question: 'From a standard deviation of 3: what is it after 12 blocks with post-norm?',
        answers: ['larger', 'about 1', 'almost 0'],
      },
      task: 'Move to 12 blocks.',
      saw: 'From {input}, the standard deviation is {post} after {depth} blocks with post-norm. With pre-norm it has grown to {pre}: there, the residual connection is never scaled.',
    },
    {
      text: [
        '“Dog bites man” and “man bites dog” have the same words. A weighted sum does not care about the order in which it is added up.',
        'So models add positions to the vectors: fixed waves (sinusoidal), or numbers that training finds (learned). Others rotate queries and keys by an angle that grows with the position (rotary), or subtract from each score a number that grows with the distance (ALiBi).',
      ],
      predict: {
        question: 'Without positions, is the output for “bites” the same in both sentences?',
        answers: ['yes', 'no'],
      },
      task: 'Add sinusoidal positions.',
      saw: 'Without positions the outputs for “bites” differed by {without}, not at all. With them they differ by {with}: now the order counts.',
    },
    {
      text: [
        'Before training, all matrices are random. How large should their numbers be? Xavier’s answer: uniform, up to √(6 / (inputs + outputs)), so that the size of the vectors stays as it is. He’s, for relu, has a standard deviation of √(2 / inputs).',
      ],
      predict: {
        question: 'W_Q and W_K ten times as large as Xavier’s: how large is the largest of 16 weights, on average?',
        answers: ['less than a quarter', 'about half', 'nearly 1'],
      },
      task: 'Choose “ten times”.',
      saw: 'The largest weight is {xavier} with Xavier’s numbers, {large} with ten times as large ones, {small} with a tenth (all even: {even}). Too large, and attention has chosen before it has learned.',
    },
  ],
};
