import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Positions',
  steps: [
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
        'The first Transformer and the model of this page add waves to the tokens: fast ones in the first numbers, slow ones in the last. So each position has a vector of its own.',
        'The dot product of two such vectors tells how far apart they are.',
      ],
      predict: {
        question: 'Positions 3 and 5 are two apart, and so are 20 and 22. The dot product of the second pair is …',
        answers: ['larger', 'the same', 'smaller'],
      },
      task: 'Move the first position from 3 to 20.',
      saw: '3 and 5 have the dot product {before}, 20 and 22 have {now}: only the distance counts. A position with itself has {own}, and 20 with 0, far away, {far}.',
    },
    {
      text: [
        'Most large models of today add nothing. They turn queries and keys, two numbers at a time, by an angle that grows with the position (rotary, RoPE).',
        'The score q·k depends on the lengths of the two arrows and on the angle between them. Here each position turns an arrow by 1 radian, about 57°.',
      ],
      predict: {
        question: 'Query and key both move on by five positions. Their score …',
        answers: ['grows', 'stays the same', 'shrinks'],
      },
      task: 'Move the query from 2 to 7, and the key from 0 to 5.',
      saw: 'At 2 and 0 the score was {opened}, at 7 and 5 it is {now}: both arrows have turned alike, and the angle between them is the same. With the key still at 0 it would be {apart}.',
    },
  ],
};
