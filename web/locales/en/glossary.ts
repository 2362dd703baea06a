// The glossary in English.
import type { Glossary } from '../glossary.js';

export const glossary: Glossary = {
  step: 'See it in the course',
  source: 'Read where it comes from',
  terms: {
    softmax: {
      words: ['softmax'],
      says: 'The softmax turns any numbers into shares of a whole: e to the power of each, divided by the sum of all these powers.',
    },
    bias: {
      words: ['bias', 'biases'],
      says: 'A bias is a number that is added to a result, whatever the input is; training finds it.',
    },
    embedding: {
      words: ['embedding', 'embeddings', 'embedding table'],
      says: 'An embedding is the vector with which a token starts out: its row of a table that training has filled in.',
    },
    encoder: {
      words: ['encoder'],
      says: 'The encoder is the part of a Transformer that reads a text: each token may attend to every other, before and after it.',
    },
    decoder: {
      words: ['decoder'],
      says: 'The decoder is the part of a Transformer that writes a text, token by token: each may attend only to those before it.',
    },
    residual: {
      words: ['residual connection', 'residual connections'],
      says: 'A residual connection adds the input of a layer to its output, so that a layer only has to say what changes.',
    },
    feedForward: {
      words: ['feed-forward layer', 'feed-forward', 'feed-forward network'],
      says: 'A feed-forward layer is a small network that works on each token alone, after attention has brought in something of the others.',
    },
    layerNorm: {
      words: ['LayerNorm', 'layer normalization'],
      says: 'LayerNorm shifts and scales the numbers of a token so that their mean is 0 and their standard deviation is 1; then come a learned weight and a learned bias.',
    },
    rmsNorm: {
      words: ['RMSNorm'],
      says: 'RMSNorm divides the numbers of a token by the root of the mean of their squares, so that all tokens are of one size; then comes a learned weight.',
    },
    variance: {
      words: ['variance'],
      says: 'The variance says how far numbers spread: it is the mean of their squared distances from their mean.',
    },
    standardDeviation: {
      words: ['standard deviation'],
      says: 'The standard deviation says how far numbers usually are from their mean: it is the square root of the variance.',
    },
    gradient: {
      words: ['gradient', 'gradients'],
      says: 'The gradient says how much a result changes when a number changes a little; training moves each number the way that makes the error smaller.',
    },
    entropy: {
      words: ['entropy'],
      says: 'The entropy says how evenly shares are spread: 0 bits if one has everything, 1 bit for two halves, 3 bits for eight eighths.',
    },
    nat: {
      words: ['nats', 'nat'],
      says: 'A nat measures surprise: a token to which the model gave the probability p costs −ln p nats; one nat is 1.44 bits.',
    },
    uniform: {
      words: ['uniform weights'],
      says: 'Uniform weights are all the same, as if a head did not care where it attends: with ten tokens, 10% each.',
    },
    rollout: {
      words: ['rollout'],
      says: 'Attention rollout multiplies the weights of the layers with each other: how much of each input token may have reached a position through all of them.',
    },
    topP: {
      words: ['top-p'],
      says: 'With top-p, the next token is drawn only from the most probable ones that together have the probability p; the unlikely rest is left out.',
    },
  },
};
