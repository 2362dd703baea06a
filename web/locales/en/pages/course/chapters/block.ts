import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'W_O, residual, LayerNorm',
  steps: [
    {
      text: [
        'Four heads, four outputs. They are put side by side (concatenated) and multiplied by one more learned matrix, W_O, so that each head can write to every number of the token. Then a bias b_O is added.',
        'And by the residual connection the token keeps what it came with: new x = x + Concat(head_1, …)·W_O + b_O.',
      ],
      predict: {
        question: 'Which is longer: the vector x of “it”, or all that this layer adds to it?',
        answers: ['the vector x', 'what is added', 'both are about as long'],
      },
      task: 'Switch off x, the residual connection, and nothing else.',
      saw: '“it” comes with a vector of length {own}; heads and bias add one of {added}. With x the sum points almost where x did (cosine {with}); without x it does not ({without}): the token would be forgotten in one layer.',
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
  ],
};
