// Texts of the training page, in English.
import { asLabel } from '../../head-patterns.js';
import { numbers } from '../numbers.js';
import { patterns } from '../head-patterns.js';

/** Results of a finished training run, formatted for display. */
export interface Measured {
  steps: number;
  accuracy: string;
  loss: string;
  /** Accuracy when the model generates text token by token, formatted as a percentage. */
  generated: string;
}

export const training = {
  ...numbers,
  taskLabel: 'Task',
  tasks: {
    induction: {
      name: 'Induction',
      /** Description of the training task in one line. */
      rule: 'A small Transformer, random at first, learns induction: to go on with letters that start over. Q F K B, Q F K → B?',
      /** Advice on what to watch during the training, in one line. */
      watch: 'When a matrix turns into a clear stripe, the loss drops: a head has learned where to attend.',
      /** Description of the heads that solve the training task. */
      job: `A head in layer 1 attends to the ${patterns.previous}. A head in layer 2 builds on it: it attends to the ${patterns.induction}. Neither is of use without the other. From the second time on, each next letter can be known.`,
      /**
       * Label in the loss chart for the moment at which a head starts to do the task's job; null if no single head does
       * it.
       */
      moment: 'the heads click together',
    },
    repeat: {
      name: 'Repeat',
      rule: 'A small Transformer, random at first, learns to say at each letter which one came two tokens before it.',
      watch: 'Watch the matrices: a stripe appears two cells below the diagonal, and the loss drops.',
      job: 'One head attends two tokens back, whatever the letters are: by position alone.',
      moment: 'the head forms',
    },
    lookup: {
      name: 'Look it up',
      rule: 'A small Transformer, random at first, learns to look letters up: a 3, b 7, … and then b → 7, a → 3.',
      watch:
        'Watch the lower half of the matrix: each letter must find the digit that followed it. When it does, the loss drops.',
      job: 'The query is the letter. Layer 1 has written into each digit’s key which letter stands before it. The value is the digit: attention as a table that is looked up.',
      moment: 'the heads click together',
    },
    reverse: {
      name: 'Reverse',
      rule: 'A small Transformer, random at first, learns to write eight letters backwards; with four, that is ABCD | DCBA.',
      watch:
        'Watch for a stripe that runs the other way, from the top right to the bottom left. With it, the loss drops.',
      job: 'One head attends to the mirrored place: by position alone.',
      moment: 'the head forms',
    },
    sort: {
      name: 'Sort',
      rule: 'A small Transformer, random at first, learns to write eight letters in alphabetical order; with four, that is DACB | ABCD.',
      watch: 'Watch the rows after the bar: no stripe this time, each must find the next letter wherever it stands.',
      job: 'A head attends to the letter that comes next in the alphabet: by content, not by position.',
      moment: 'the head forms',
    },
    translate: {
      name: 'Translate',
      rule: 'A small Transformer, random at first, learns to translate: “cats see big dogs today” → 猫今天看见大狗.',
      watch:
        'Rows are the words of the translation, columns the English ones. Watch the alignment appear: a diagonal with one cell out of line.',
      job: 'An encoder reads the English sentence; before each word of the translation, a head of the decoder attends to the English word that it comes from: cross-attention. The time comes first or last in English, and second in Chinese.',
      moment: 'the alignment forms',
    },
    text: {
      name: 'Your own text',
      rule: 'A small Transformer, random at first, learns to predict the next character of your text.',
      watch: 'Press play, watch the loss fall, and read what the model writes when you pause.',
      job: 'Many small jobs at once. A head that attends to the previous character is often the first to appear.',
      moment: null,
    },
  },
  play: 'Play',
  playOn: 'Play on',
  pause: 'Pause',
  step: 'One step',
  restart: 'Restart',
  loading: 'Loading …',
  status: {
    step: 'step',
    right: 'right',
    loss: 'loss',
    chance: (share: string) => `guessing: ${share}`,
    speed: (steps: string) => `${steps} steps per second`,
  },
  /** Sentences about the model's progress in training, which are joined by `between`. */
  now: {
    untrained: (accuracy: string) => `Before the first step, it can only guess: ${accuracy} right.`,
    guessing: 'No head attends where the task needs it yet.',
    /**
     * Sentence about a head that attends to the right position while most of the model's predictions are still wrong.
     */
    unused: (head: string, share: string) =>
      `${head} is on target (${share}), but the rest of the model cannot use it yet.`,
    /** Sentence about progress in the task `text`, which no single head solves. */
    reading: 'It is learning which character follows which.',
    formed: (step: number, head: string, share: string) =>
      `${head} has been on target since step ${step} (now ${share}).`,
    solved: (step: number) => `95% right at step ${step}.`,
    /** Explanation for an automatic pause of the training. */
    enough: 'It has learned, and paused.',
    between: ' ',
  },
  timeline: {
    name: 'Moment',
    live: 'Now',
    value: (step: number, accuracy: string) => `step ${step}, ${accuracy} right`,
    compare: 'Compare with this moment',
    noCompare: 'Stop comparing',
    comparing: (shown: number, reference: number) =>
      `Step ${shown} minus step ${reference}: what the weights have gained and lost`,
  },
  heads: {
    name: 'Where each head attends',
    head: (layer: number, head: number) => `Layer ${layer + 1}, head ${head + 1}`,
    measures: {
      job: 'On target',
      prefix: 'Prefix matching',
      previous: asLabel(patterns.previous),
      duplicate: asLabel(patterns.duplicate),
    },
    measureHelp: {
      job: 'the share of its weight that lies on the outlined cells, which solve the task',
      prefix: `the share of its weight on the ${patterns.induction}: in Q F K B Q F K, from the second K on B (prefix-matching score)`,
      previous: `the share of its weight on the ${patterns.previous}`,
      duplicate: `the share of its weight on the ${patterns.duplicate}`,
    },
    /** Text alternative of a head's attention matrix. */
    described: (head: string, measure: string, share: string) => `${head}. ${measure}: ${share}`,
    /** Badge of the head that was the first to attend where the task needs it. */
    formed: 'First on target',
    measured: 'What is measured',
    outline: 'Outline the cells that solve the task',
    cell: (query: string, key: string, weight: string) => `“${query}” attends to “${key}”: ${weight}`,
    hint: 'Rows are queries, columns are keys. Point at a cell, or use the arrow keys.',
    masked: 'masked: a later token',
  },
  samples: {
    name: 'What it predicts',
    legend: 'Above: the tokens. Below: what the model says comes next.',
    right: (right: number, counted: number) => `${right} of ${counted} right`,
  },
  charts: {
    step: (step: number) => `step ${step}`,
    loss: 'Loss, in training',
    accuracy: 'Share of right predictions, in training',
    best: (measure: string) => `${measure}: best head`,
    chance: 'guessing',
    before: 'the run before',
    gradientNorm: 'Norm of the gradient',
    weightNorm: 'Norm of the weights',
    solved: '95% right',
    more: 'More curves',
  },
  announce: {
    started: 'Training.',
    paused: (step: number, accuracy: string) => `Paused at step ${step}. ${accuracy} right.`,
    moment: (step: number, head: string, share: string) =>
      `Step ${step}: ${head} puts ${share} of its weight where the task needs it.`,
    solved: (step: number) => `Step ${step}: 95% of the predictions are right.`,
  },
  settings: {
    name: 'Change the model',
    labels: {
      layers: 'Layers',
      numHeads: 'Heads',
      embedDim: 'd',
      feedforwardDim: 'Feed-forward',
      learningRate: 'Learning rate',
      batch: 'Batch',
      positions: 'Positions',
      scaling: 'Divide the scores by √d',
      causal: 'Causal mask',
      seed: 'Seed',
    },
    positions: { learned: 'learned', sinusoidal: 'sinusoidal', rotary: 'rotary', none: 'none' },
    attentionOnly: 'none: attention only',
    parameters: (count: string) => `${count} parameters`,
    usual: 'Back to the task’s own settings',
  },
  text: {
    name: 'Your text',
    hint: 'A few hundred characters or more; English, Chinese, anything. It stays on this device.',
    use: 'Learn this text',
    written: 'What the model writes',
    sample:
      'This is the house that Jack built. This is the malt that lay in the house that Jack built. This is the rat that ate the malt that lay in the house that Jack built. This is the cat that killed the rat that ate the malt that lay in the house that Jack built. This is the dog that worried the cat that killed the rat that ate the malt that lay in the house that Jack built.',
  },
  experiments: {
    name: 'What breaks?',
    intro: 'Change one thing, say first what you expect, and compare two runs with the same seed.',
    predict: 'What do you expect?',
    try: 'Try it',
    again: 'Try it again',
    running: {
      baseline: (step: number, steps: number) => `First as it should be: step ${step} of ${steps} …`,
      changed: (step: number, steps: number) => `Now with the change: step ${step} of ${steps} …`,
    },
    /** Captions of the matrices of an experiment's two runs: without and with the change. */
    ends: { baseline: 'as it should be', changed: 'with the change' },
    baseline: ({ steps, accuracy, loss }: Measured) =>
      `As it should be, after ${steps} steps: ${accuracy} right, loss ${loss}.`,
    changed: ({ steps, accuracy, loss, generated }: Measured) =>
      `With the change, after ${steps} steps: ${accuracy} right, loss ${loss}; writing on its own: ${generated} right.`,
    diverged: (step: number) => `With the change, the loss was no longer a number at step ${step}.`,
    right: 'As you expected.',
    wrong: 'Not what you expected.',
    each: {
      positions: {
        name: 'No positions',
        question: 'The task: reverse the sequence. What if the model does not know where each token stands?',
        answers: ['It learns just as well', 'It learns about half of it', 'It learns less than half of it'],
        /** Explanation of an experiment's outcome. */
        why: 'Without positions, the eight letters are a set: in another order they look the same. The model can tell which letters there are, and guess among them, but not where they stand.',
      },
      mask: {
        name: 'No causal mask',
        question: 'What if each token may also attend to those after it, among them the one to predict?',
        answers: [
          'Nothing changes',
          'It is right in training, but fails when it writes on its own',
          'It learns nothing',
        ],
        why: 'It copies the next token instead of predicting it. That looks perfect, until there is no next token yet: when it writes.',
      },
      scaling: {
        name: 'No √d',
        question:
          'The task: reverse the sequence, with one head and d = 256. What if its scores are not divided by √d = 16?',
        answers: ['It makes no difference', 'It gets stuck before it has learned it all', 'The loss becomes NaN'],
        why: 'Scores grow with d. Large scores make the softmax choose one token before anything is learned, and where it has chosen, hardly any gradient is left.',
      },
      rate: {
        name: 'Learning rate too large',
        question: 'What if the learning rate is 1 in place of 0.003?',
        answers: ['It learns faster', 'It learns nothing'],
        why: 'Each step jumps far past what the gradient could know about. The weights grow instead of getting better: look at their norm.',
      },
    },
  },
  diverged: (step: number) =>
    `At step ${step} the loss was no longer a number: the steps were too large, and the weights have run away.`,
  lossExploded: (step: number) =>
    `At step ${step} the loss was more than ten times that of the untrained model: the steps are too large, and the weights have run away.`,
  /** Label of the button beside `lossExploded`, which restarts the training with the task's own learning rate. */
  lowerLearningRate: (learningRate: number) => `Restart with a learning rate of ${learningRate}`,
  failed: (message: string) => `Training is not possible here: ${message}`,
  exports: {
    name: 'Take it along',
    lookInside: 'Look inside it',
    openLab: 'Open in the lab',
    closeLab: 'Close the lab',
    video: 'Video of the training',
    makingVideo: (done: string) => `Video: ${done} …`,
    files: 'Files:',
    hint: 'Look inside asks what each head does and what is lost without it; the model is kept in this browser for that, until you delete it there. The lab shows this model as any other: each step, every matrix, the ledger of a token. With the three files, engine.loadPretrained loads it in a program; Python reads the weights too.',
    failed: (message: string) => `The export failed: ${message}`,
  },
};

export type TrainingTexts = typeof training;
