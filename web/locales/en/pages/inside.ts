// English texts of the page “Look inside”, on which users examine pretrained models.
import { numbers } from '../numbers.js';
import { numberTexts } from '../../inside-numbers.js';

const lists = new Intl.ListFormat('en');

export const inside = {
  ...numbers,
  ...numberTexts('en'),
  list: (items: readonly string[]) => lists.format(items),

  open: {
    title: 'Look inside a model of your own',
    lead: 'Open a language model, type a sentence, and ask why it predicts this word: what each layer would say, which heads made it so, and what is lost without them.',
    drop: 'Drop the files of a model, or its folder, anywhere on this page',
    files: 'Choose files…',
    folder: 'Choose a folder…',
    stories: 'Look into the storyteller',
    storiesNote: 'a Llama of 260 thousand parameters, part of this page',
    accepted: (families: readonly string[]) =>
      `One .gguf file, or config.json, .safetensors and tokenizer.json (or vocab.json with merges.txt): ${lists.format(families)}.`,
    private: 'Files are read here, in your browser. Nothing is uploaded.',
    inPage:
      'This page is one file, so all is computed in its own thread: while it computes, it may not answer at once.',
    again: (name: string, sha: string | null) =>
      `This link is about “${name}”, a model of somebody’s own${sha === null ? '' : ` whose file has a SHA-256 of ${sha}…`}. Open its files to ask it the question of the link.`,
    describing: (name: string) => `Reading the header of ${name} …`,
    /**
     * Text about files that are missing for a model.
     * @param family the model's family; null if unknown
     */
    missing: (names: readonly string[], family: string | null) =>
      `${family ?? 'This model'} needs ${lists.format(names)} as well. Choose all its files at once, or its folder.`,
    address: {
      label: 'Or the address of its folder, or of a .gguf file',
      hint: 'https://…/',
      open: (host: string) => `Read it from ${host}`,
      names: (host: string) =>
        `Only ${host} is asked, for the files of the model and nothing else. It learns what every website learns that you visit, and may pass the request on.`,
      invalid: 'A page cannot read this address. Enter one that begins with https://.',
      linked: (host: string) => `This link is about a model at ${host}. Nothing has been asked of it yet.`,
      faults: {
        unreachable: (host: string) =>
          `${host} does not answer, or does not let other websites read its files (CORS): a browser does not say which. Download the files, and drop them here.`,
        refused: (host: string, message: string) =>
          `${host} does not give a file. Is this the address of the folder that has config.json? ${message}`,
        cut: (host: string) => `${host} broke off in the middle of a file. Try it again.`,
      },
    },
    faults: {
      image: 'This is an image. Choose the files of a language model.',
      unreadable: 'This file cannot be read.',
      onnx: 'An ONNX file has no names of weights: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      pickle:
        'A file of PyTorch’s own format can hold programs, and is not opened: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      missing: 'No model is among these files: choose one .gguf file, or config.json, tokenizer.json and .safetensors.',
    },
    images: 'This model reads images, and no text. The lab shows what it attends to.',
    tooLarge: (needed: string, most: string) =>
      `This model does not fit: it needs ${needed} of memory even in 8 bits, and a page has ${most} at most.`,
    failed: (message: string) => `This model cannot be opened. ${message}`,
    crashed: (message: string) =>
      `The worker that held the model has ended: ${message}. Its memory is free again. Open a model to go on.`,
  },
  model: {
    stories: 'Storyteller',
    label: 'The open model',
    parameters: (family: string, count: string, types: string) => `${family}, ${count} parameters in ${types}`,
    heads: (layers: number, heads: number, shared: number | null) =>
      `${layers} ${layers === 1 ? 'layer' : 'layers'} × ${heads} ${heads === 1 ? 'head' : 'heads'}${shared === null ? '' : ` (${shared} of keys and values)`}`,
    vocabulary: (count: string) => `${count} tokens known`,
    context: (tokens: string) => `reads up to ${tokens} tokens`,
    window: (tokens: string) => `in some layers the last ${tokens} only`,
    bits: (bits: number) => `${bits} bits`,
    predicts: {
      next: 'predicts the next token',
      masked: 'predicts masked tokens',
      class: 'predicts a class',
      nothing: 'predicts nothing: an encoder alone',
    },
    memory: (bytes: string) => `about ${bytes} of memory`,
    onDisk: 'from your disk, nothing uploaded',
    from: (host: string) => `from ${host}, nothing uploaded`,
    reading: (read: string, all: string) => `${read} of ${all} read`,
    details: 'Details',
    close: 'Close',
    cancel: 'Cancel',
    precision: 'Precision in memory',
    precisions: { float32: '32 bits', stored: 'as in the file', int8: '8 bits, rounded: logits move by 1 to 4%' },
    tooMuch: 'does not fit',
    readAgain: 'reload in this precision',
    attentions: { encoder: 'encoder', decoder: 'decoder', cross: 'cross' },
  },
  /** Texts for comparing two models, called A and B. */
  compare: {
    title: 'Compare',
    lead: 'Open a second model. It is asked the same question, and Lens, Knock-out and Heads show A, B and B − A.',
    same: (precision: string) => `This model, ${precision}`,
    /** Names of the precisions in which a model's weights are kept in memory, shown beside the model's name. */
    precisions: { float32: '32 bits', stored: 'as in its file', int8: '8 bits' },
    difference: 'B − A',
    /** Unit of the difference between the probabilities that models A and B give a token. */
    pointsOf: 'B − A, in percentage points',
    losesMore: (value: string) => `${value} B loses more`,
    losesLess: (value: string) => `${value} B loses less`,
    /**
     * Text about the head whose removal affects models A and B most differently.
     * @param first, second change of the answer without the head, in A and in B
     * @param difference the second change minus the first
     */
    knockOut: (place: string, first: string, second: string, difference: string) =>
      `The largest difference is at ${place}: the answer changes by ${first} without it in A and by ${second} in B, B − A is ${difference}.`,
    named: (first: number, ofFirst: number, second: number, ofSecond: number) =>
      `${first} of ${ofFirst} heads have a simple pattern in A, ${second} of ${ofSecond} in B.`,
    heads: (place: string) => `The pictures differ most at ${place}.`,
    both: (first: string, second: string) => `A: ${first} B: ${second}`,
    /** Labels of −1, 0 and 1 on the color scale for differences of attention weights. */
    weights: ['−1: A alone', '0: alike', '1: B alone'],
    ofToken: 'Probability of the token in question, layer by layer. Arrow keys move the cell.',
    at: (place: string, value: string) => `${place}: ${value}`,
    failed: (message: string) => `B cannot be asked this. ${message}`,
    reasons: {
      tokens:
        'The two models read this text, or the words in question, as different tokens: a number of one has no counterpart in the other, and B is not shown.',
      shapes:
        'The two models differ in layers or heads, so that no head of one stands for a head of the other: they are shown without a difference.',
      prediction: 'Only one of the two models predicts anything, and B is not shown.',
    },
  },
  /** Texts of the preview that shows the first layer while a large model is being read. */
  firstLayer: {
    title: 'The first layer',
    reading: 'It is a small part of the file, and comes first. The other layers are being read.',
    alone: 'It is a small part of the file. Without the other layers, nothing can be predicted.',
    map: (place: string) => `Attention of ${place}. Rows are queries, columns are keys. Arrow keys move the cell.`,
    cell: (query: string, key: string, weight: string) => `“${query}” attends to “${key}”: ${weight}.`,
  },
  ask: {
    label: 'Question',
    text: 'Text',
    textHint: 'Type a text that the model goes on with',
    /** Label of the field with the output text of an encoder-decoder model. */
    output: 'Output',
    outputHint: 'Output: what it generates, or type your own',
    /** Label of the field with the second sentence for BERT. */
    pair: 'Second sentence',
    pairHint: 'Second sentence, if any',
    why: 'Why',
    ratherThan: 'rather than',
    end: '?',
    token: 'The token in question',
    rival: 'Its rival',
    position: 'After which token',
    at: (token: string, position: number) => `${position}: ${token}`,
    difference: 'logit difference',
    none: 'This model is an encoder alone and predicts nothing. Its heads can be looked at.',
    failed: (message: string) => `The model cannot read this text. ${message}`,
    running: 'Computing …',
  },
  interventions: {
    title: 'Interventions',
    none: 'No interventions',
    off: (place: string) => `${place}: off`,
    mean: (place: string) => `${place}: its mean`,
    blocked: (place: string, query: string, key: string) => `${place}: “${query}” to “${key}” blocked`,
    patched: (patch: string) => `${patch}: from the second sentence`,
    /**
     * Label of the button that keeps an activation patch as an intervention. A patch replaces an activation by that of
     * another sentence.
     */
    keepPatch: 'Keep this patch',
    /** Note about which activation patch can be kept as an intervention. */
    keepNote: 'A patch from corrupted into clean can be kept as an intervention.',
    remove: (intervention: string) => `Remove: ${intervention}`,
    undo: 'Undo',
    failed: (message: string) => `The model cannot be run on this text with these interventions. ${message}`,
    change: (token: string, before: string, now: string) => `“${token}” ${before} → ${now}`,
    note: 'All views show the model with these interventions. Roles of heads are those without them.',
    switchOff: 'Switch off',
    useMean: 'Replace with its mean',
    switchOffPart: (place: string) => `Switch off ${place}`,
    block: 'block',
    blockPair: (query: string, key: string) => `Block “${query}” to “${key}”`,
  },
  views: {
    label: 'Views',
    about: 'Definition, limit, baseline',
    definition: 'Definition',
    limit: 'Limit',
    baseline: 'Baseline',
    lens: {
      name: 'Lens',
      /** Short description below the name of the view `lens` in the list of views. */
      note: 'what each layer says',
      /** Heading of the view `lens`: the question that it answers. */
      question: 'What would each layer say?',
      definition:
        'The logit lens (nostalgebraist 2020): the stream after each layer goes through the final norm, with its own statistics, and the output layer, as if no layer followed. Each cell is the most probable token there. The last column is the prediction of the model.',
      limit:
        'Early layers do not write in the language of the last one. A wrong word there does not mean that nothing is known (Belrose et al. 2023).',
      baseline:
        'Column E is the stream before the first layer: what is predicted from the last token alone, by no layer at all.',
    },
    attribution: {
      name: 'What made it',
      note: 'parts that add up',
      question: 'Which parts made the answer?',
      definition:
        'Direct logit attribution (Elhage et al. 2021): each part adds a vector to the stream, and each vector its share to the logit of the answer less that of its rival. The divisor of the final norm is kept as it was. The shares add up to the difference of the logits.',
      limit:
        'These are direct effects alone: what a part changes by way of later layers is not in it. A part that writes much may be undone by a later one. Compare with the knock-out map.',
      baseline: '0: a part that speaks neither for the answer nor for its rival.',
    },
    knockOut: {
      name: 'Knock-out',
      note: 'what the answer needs',
      question: 'What does the answer lose without each head?',
      definition:
        'The output of one head is replaced, at all tokens, and all layers after it are computed again. The square is the change of the logit of the answer less that of its rival: filled where the answer loses, hollow where it gains, its area the size of the change.',
      limit:
        'Later layers often make up for what is missing, so that a head can seem useless (McGrath et al. 2023). Zeros are a value that the model has never seen; the mean removes only what varies from text to text, the output for another sentence only what differs between the two.',
      baseline: 'The average head of this map, which stands below it, and 0, a head without any effect.',
    },
    heads: {
      name: 'Heads',
      note: 'what each head does',
      question: 'Where does each head attend?',
      definition:
        'Each picture is the attention of a head in this text: rows are queries, columns are keys. A role is the weight on certain keys, measured on random tokens that repeat and on 30 sentences (Olsson et al. 2022). It is named if it has most of the weight that is not on the first token.',
      limit:
        'A score is about weights: the knock-out map shows whether the head matters for an answer. A head may do other things on other texts.',
      baseline: 'The line in each bar: what a head has that attends to all tokens alike.',
    },
    score: {
      name: 'Why this score',
      note: 'one cell, taken apart',
      question: 'Why does this token attend to that one?',
      definition:
        'A score is the product of a query and a key, and each of them is a sum of what was written to the stream at its token: the embedding, earlier heads, feed-forward layers, biases. So the score is a sum over pairs: rows were written at the query, columns at the key. The divisors of norms are kept as they were; a rotation by position is linear. The pairs add up to the score, as it is before the softmax.',
      limit:
        'One step back only: an earlier head is a part, and what it read is not shown. Keeping a divisor ignores that a part changes it. Where a model caps its scores, the score is that before the cap.',
      baseline:
        '0: a pair that adds nothing. The softmax ignores what all keys have in common: “beyond the other keys” takes from each pair its mean over the keys that this query may attend to.',
    },
    patching: {
      name: 'Two sentences',
      note: 'what must carry over',
      question: 'What carries the difference of two sentences?',
      definition:
        'Activation patching (Vig et al. 2020; Meng et al. 2022): one activation of one run is put in its place in the other, and all that follows is computed again. Recovery is the share of the difference of the two runs that this makes, in the logit of the answer less that of its rival: 0 is nothing, 1 all of it, below 0 the other way, above 1 beyond. The first sentence is the clean one, the second the corrupted one.',
      limit:
        'Clean into corrupted shows what is enough, corrupted into clean what is needed; they need not agree (Heimersheim & Nanda 2024). The sentences should differ in as little as the question is about. A token without a counterpart is left as it is. Sentences of different length are asked at the end of each.',
      baseline:
        'The two runs as they are, whose numbers stand above the map: the one that is patched is 0, the other 1.',
    },
    contribution: {
      name: 'Contribution',
      note: 'more than a weight',
      question: 'What does the head take from each token?',
      definition:
        'First, the weights w. Second, the length of what the head writes from each key, ‖w · v · W_O‖ (Kobayashi et al. 2020): a large weight on a small value writes little. Third, the share of that in what the head writes at this query, along its direction. The shares of a row add up to 100%.',
      limit:
        'One layer alone, before a norm of its output and without its bias. A share is below 0 or above 100% where values point against the sum. What later layers make of it, a knock-out says.',
      baseline:
        'The first matrix: where a share is as large as the weight, the weight tells the whole. And 1/n, what a head has that attends to n tokens alike.',
    },
    paths: {
      name: 'Paths',
      note: 'token, head, answer',
      question: 'By which paths do tokens reach the answer?',
      definition:
        'What a head writes is a sum over the tokens that it attends to: weight × value, through the output projection. Each of these has its own effect on the logit of the answer less that of its rival, with the divisors of the norms kept as they were (Elhage et al. 2021). The paths of a head add up to its direct effect. Drawn are those that have at least the chosen share of the strongest one. The share that is explained compares sizes, so that paths for and against the answer do not cancel.',
      limit:
        'One head per path. A value stands at a token, but earlier layers have brought more to it than that token. The embedding, feed-forward layers and paths through several heads are not here; What made it shows the sum of all parts. A head whose output is replaced has no paths.',
      baseline:
        '0: a path that speaks neither for the answer nor for its rival. Many heads rest on the first token, and what they take from it hardly depends on the text.',
    },
  },
  task: {
    computing: (share: string) => `Computing: ${share}`,
    stop: 'Stop',
    stopped: (share: string) => `Stopped at ${share}`,
    goOn: 'Compute the rest',
    failed: (message: string) => `This cannot be computed. ${message}`,
  },
  layer: 'layer',
  embedding: 'E',
  head: (head: number) => `head ${head}`,
  place: (attention: string | null, layer: number, head: number) =>
    `${attention === null ? '' : `${attention}: `}layer ${layer}, head ${head}`,
  feedForwardPlace: (stack: string | null, layer: number) =>
    `${stack === null ? '' : `${stack}: `}layer ${layer}, feed-forward`,
  ofLayer: (layer: number, part: string) => `layer ${layer}, ${part}`,
  afterLayer: (layer: number) => (layer === 0 ? 'before layer 1' : `after layer ${layer}`),
  lens: {
    cell: (token: string, place: string) => `“${token}”, ${place}`,
    ifHere: 'If the model had to answer here:',
    rank: (token: string) => `rank of “${token}”`,
    entropy: 'entropy',
    divergence: 'distance to the answer (KL)',
    nats: (value: string) => `${value} nats`,
    spanLabel: (row: string, begin: string, end: string, token: string, share: string) =>
      begin === end
        ? `“${row}”, ${begin}: ${token}, ${share}`
        : `“${row}”, ${begin} to ${end}: ${token}, at last ${share}`,
    ahead: (layer: number, token: string, against: string) =>
      `From layer ${layer} on, “${token}” is ahead of “${against}”.`,
    always: (token: string, against: string) => `“${token}” is ahead of “${against}” from the beginning.`,
    behind: (token: string, against: string) =>
      `“${token}” is never ahead of “${against}” at the end: the model prefers the rival.`,
    among: (layer: number, token: string, most: number) =>
      `“${token}” is among the ${most} most probable tokens ${layer === 0 ? 'from the beginning' : `from layer ${layer} on`}.`,
    both: (ahead: string, among: string) => `${ahead} ${among}`,
    earlier: (count: number) => `${count} other tokens are not shown.`,
    keys: 'Arrow keys move the cell.',
    chart: (token: string, against: string) =>
      `Probability of “${token}” (solid) and of “${against}” (dotted) by layer`,
  },
  attribution: {
    steps: {
      embedding: 'embedding',
      tokenTypes: 'token types',
      positions: 'positions',
      heads: 'heads',
      feedForward: 'feed-forward',
      biases: 'biases',
      norm: 'norm',
      output: 'output bias',
    },
    sums: {
      embedding: 'embedding of the token',
      tokenTypes: 'token types',
      positions: 'positions',
      heads: 'all heads',
      feedForward: 'all feed-forward layers',
      biases: 'biases of attentions and norms',
      norm: 'β of the final norm',
      output: 'bias of the output layer',
      residual: 'rounding',
    },
    total: 'difference of the logits',
    sum: 'The sum',
    perHead: 'the same for each head',
    chart: 'Steps from 0 to the difference of the logits',
    masked:
      'The head for masked tokens is not linear: between the stream and the logits are a dense layer, GELU and a norm. No sum passes through it. The knock-out map answers for this model, too.',
    strongest: (place: string, value: string, token: string, against: string) =>
      `Strongest head: ${place} writes ${value} for “${token}” rather than “${against}”.`,
    order: (before: readonly string[]) => [...before, 'in each layer: heads, then feed-forward'].join('; '),
  },
  /** Texts for maps that show one number per head or feed-forward layer. */
  maps: {
    feedForward: 'feed-forward',
    feedForwardShort: 'FF',
    legend: 'Legend',
  },
  knockOut: {
    kind: 'Each replaced by',
    kinds: { mean: 'its mean', zero: 'zeros', resample: 'its output for another sentence' },
    /**
     * Number of texts over which a head's mean output is computed.
     * @param isRandom true if the texts are sequences of random tokens, because the model's tokenizer cannot encode the
     *   sentences
     */
    of: (texts: number, isRandom: boolean) => `over ${texts} ${isRandom ? 'sequences of random tokens' : 'sentences'}`,
    /**
     * Text about the outputs that replace those of a knocked-out head, which come from a run of another text.
     * @param other the other text; '' if there is none
     */
    resampled: (other: string) =>
      other === ''
        ? 'Type a second sentence with the same number of tokens in “Two sentences”.'
        : `“${other}”, the second sentence of “Two sentences”; it needs the same number of tokens.`,
    /**
     * Sentence about the head without which the answer loses most.
     * @param before, after difference of the two tokens' logits with the head and without it
     */
    seen: (place: string, loses: string, before: string, after: string, mean: string) =>
      `Without ${place} the answer loses most: ${loses}, from ${before} to ${after}. Average head: ${mean}.`,
    against: (place: string, gains: string) => `Without ${place} it would gain ${gains}.`,
    both: (seen: string, against: string) => `${seen} ${against}`,
    helps: (value: string) => `${value} answer loses`,
    hinders: (value: string) => `${value} answer gains`,
    /** Caption of the chart 'repair', which compares each head's direct effect with its total effect. */
    repair: 'Direct beside total effect, a point for each head',
    /** Labels of the axes of the chart 'repair': direct effect across, total effect up. */
    repairAxes: 'across: writes directly; up: the answer loses without it',
    /** Note below the chart 'repair'. It explains the dashed line, on which direct and total effect are equal. */
    repairNote:
      'On the dashed line the whole effect of a head is direct. Between it and the middle, later layers make up for a missing head; beyond it, they need what the head writes.',
    /** Note below the chart 'repair' for a knock-out that replaces a head's output by something other than zeros. */
    repairReplaced: 'What is put in place writes directly, too.',
  },
  heads: {
    named: {
      previous: 'previous token',
      next: 'next token',
      duplicate: 'same token',
      induction: 'induction',
      punctuation: 'punctuation',
    },
    none: 'no simple pattern',
    /**
     * Note for a head with most of its weight on the first token: that token is left out when the head's pattern is
     * named.
     */
    besideFirst: 'without the first token',
    roles: {
      previous: 'Previous token',
      previousOnText: 'Previous token, in sentences',
      next: 'Next token',
      duplicate: 'Same token, earlier',
      induction: 'Induction: what followed the same token',
      punctuation: 'Punctuation',
      positionOnly: 'Alike for unrelated texts',
      copying: 'Copies what it attends to',
      first: 'First token',
    },
    measured: (chance: string, n: string, low: string, high: string) =>
      `chance ${chance} (the line), n = ${n}, ${low} to ${high}`,
    sink: 'On the first token',
    sinkNote: 'Many heads rest there; no head is named for it.',
    noSentences: 'No sentence could be read: its tokenizer does not know the words.',
    /**
     * Sentence about the number of heads that have a pattern.
     * @param areOutlined true if the map outlines these heads
     */
    count: (named: number, all: number, areOutlined: boolean) =>
      `${named} of ${all} heads have a simple pattern${areOutlined ? ': those that are outlined' : ''}.`,
    scored: 'Scores of all heads are measured once for each model.',
    sort: 'Order',
    sorts: {
      layer: 'by layer',
      role: 'by the score of their role',
      direct: 'by what they write directly',
      total: 'by what the answer loses without them',
    },
    role: 'Show',
    shownRoles: {
      all: 'all heads',
      previous: 'previous token',
      next: 'next token',
      duplicate: 'same token',
      induction: 'induction',
      punctuation: 'punctuation',
    },
    /** Note for a list of heads that is cut off after the first ones. */
    first: (shown: string, all: string) => `The first ${shown} of ${all} heads.`,
    empty: 'No head has this role.',
  },
  choice: {
    attention: 'Attention',
    layer: 'Layer',
    head: 'Head',
    ofLayer: (layer: number) => `layer ${layer}`,
  },
  score: {
    query: 'Query token',
    key: 'Key token',
    attendsTo: 'to',
    measure: 'parts of',
    measures: { score: 'the score', relative: 'what is beyond the other keys' },
    /** Label of the button that decomposes the attention score of a key into its parts. */
    take: 'Take the score of this key apart',
    weight: (query: string, key: string, score: string, weight: string) =>
      `“${query}” to “${key}”: the score is ${score}, which the softmax makes a weight of ${weight}.`,
    parts: {
      embedding: 'embedding',
      tokenTypes: 'token type',
      positions: 'position',
      feedForward: 'feed-forward',
      biases: 'biases of earlier layers',
      norm: 'β of the norms',
      projection: 'bias of the head',
      distance: 'distance',
    },
    /** Short versions of the texts in `parts`, for the labels of an axis. */
    short: {
      embedding: 'embedding',
      tokenTypes: 'type',
      positions: 'position',
      feedForward: 'layer',
      biases: 'biases',
      norm: 'β',
      projection: 'own bias',
      distance: 'distance',
    },
    layer: (layer: number) => `layer ${layer}`,
    at: (part: string, token: string) => `${part} at “${token}”`,
    pair: (query: string, key: string) => `${query} × ${key}`,
    value: (pair: string, value: string) => `${pair}: ${value}`,
    map: (query: string, key: string) =>
      `Pairs of what was written at “${query}” and at “${key}”. Arrow keys go from pair to pair.`,
    axes: (query: string, key: string) =>
      `Rows: written at the query “${query}”. Columns: written at the key “${key}”. In a layer: heads, then feed-forward.`,
    sum: (query: string, key: string) => `Strongest pairs: at “${query}” × at “${key}”`,
    others: (count: string) => `${count} other pairs`,
    totals: { score: 'score', relative: 'score less the mean of the keys' },
    ledger: 'Open its arithmetic in the ledger',
  },
  patching: {
    other: 'Second sentence',
    otherHint: 'Type a second sentence that differs in one word',
    copy: 'Copy the first one',
    activation: 'Carry over',
    activations: {
      residualPre: 'residual stream',
      attentionOutput: 'attention output',
      feedForwardOutput: 'feed-forward output',
      headOutput: 'head outputs',
      query: 'queries',
      key: 'keys',
      value: 'values',
      weights: 'weights',
    },
    direction: 'from',
    directions: { denoise: 'clean into corrupted', noise: 'corrupted into clean' },
    alignment: 'The two sentences, token by token',
    gap: 'no token',
    otherAnswer: (token: string, share: string) => `For the second sentence, the model predicts “${token}” (${share}).`,
    makeRival: (token: string) => `Make “${token}” the rival`,
    values: (clean: string, corrupted: string) => `Logit difference: clean ${clean}, corrupted ${corrupted}.`,
    formula: {
      denoise: 'Recovery = (patched − corrupted) / (clean − corrupted).',
      noise: 'Recovery = (clean − patched) / (clean − corrupted).',
    },
    reasons: {
      same: 'Both sentences are the same. Change a word of the second one.',
      position:
        'The sentences differ in length, so that only their ends can be compared. Choose the last token above as the one after which is asked.',
      alike:
        'The two runs hardly differ in what is asked, and a share of that would be a share of rounding. Choose another rival above, or another word.',
      place: 'Weights have counterparts only where every token stands at the same place in both sentences.',
    },
    map: (activation: string) => `Recovery, ${activation}. Arrow keys move the cell.`,
    place: (activation: string, token: string, layer: number) => `${activation} of “${token}”, layer ${layer}`,
    ofHead: (activation: string, place: string) => `${activation}, ${place}`,
    recovery: (place: string, value: string) => `${place}: recovery ${value}`,
    noCounterpart: (token: string) => `“${token}” has no counterpart in the other sentence.`,
    carriers: (carriers: readonly { token: string; first: number; last: number }[]) =>
      `Most of it is carried by ${lists.format(
        carriers.map(({ token, first, last }) =>
          first === last ? `“${token}” before layer ${first}` : `“${token}” before layers ${first} to ${last}`,
        ),
      )}.`,
    strongest: (place: string, value: string) => `Strongest: ${place}, recovery ${value}.`,
    /** Labels of −1, 0 and 1 on the color scale for the recovery, the effect of an activation patch. */
    legend: ['−1: the other way', '0: nothing', '1: all of it'],
    /** Label of the logit difference between the two compared tokens after an activation patch. */
    patched: 'after the patch',
    /** Label of the logit difference between the two compared tokens in the clean sentence. */
    clean: 'clean',
    /** Label of the logit difference between the two compared tokens in the corrupted sentence. */
    corrupted: 'corrupted',
    /** Label of the recovery: the share of the logit difference that an activation patch restores. */
    share: 'recovery',
    nothing: 'Point at a cell.',
    shared: 'Heads that share keys and values have one number.',
    /** Texts for carrying one activation from one sentence into the other. */
    carry: {
      title: 'Carry one activation yourself',
      how: {
        clean:
          'Drag a cell of the first sentence onto any cell of the second one. Or choose one with a click or the arrow keys, then its target with a click or Enter.',
        corrupted:
          'Drag a cell of the second sentence onto any cell of the first one. Or choose one with a click or the arrow keys, then its target with a click or Enter.',
      },
      /** Captions of the map from which the user takes an activation, to carry it into the other sentence. */
      source: { clean: 'First sentence: take from here', corrupted: 'Second sentence: take from here' },
      /** Captions of the maps of activations, one of which the user replaces. */
      target: {
        clean: 'First sentence: recovery with each patch',
        corrupted: 'Second sentence: recovery with each patch',
      },
      map: {
        clean: 'Places of the first sentence. Arrow keys choose one.',
        corrupted: 'Places of the second sentence. Arrow keys choose one.',
      },
      /**
       * Name of an activation's place (layer and token) with its sentence.
       * @param side name of the sentence
       */
      of: (side: string, place: string) => `${place} (${side})`,
      before: 'as it is',
      after: 'with it',
      most: 'most probable',
      next: (token: string, share: string) => `“${token}” ${share}`,
      clear: 'Take it back',
    },
  },
  contribution: {
    names: { weights: 'Weight', lengths: 'Weight × value norm', shares: 'Share of the output' },
    keys: 'Rows are queries, columns are keys. Arrow keys move the cell.',
    cell: (query: string, key: string, weight: string, length: string, share: string) =>
      `“${query}” from “${key}”: weight ${weight}, length ${length}, share ${share} of what the head writes at “${query}”.`,
    first: (place: string, weight: string, share: string) =>
      `In ${place}, the first token gets ${weight} of the weight and makes up ${share} of the output, on average.`,
    scales: (longest: string) =>
      `Weight and share from 0 to 100%; lengths from 0 to ${longest}, the longest of this head. A share below 0 has a color of its own, and a dash.`,
  },
  paths: {
    threshold: 'At least this share of the strongest path',
    /** Label of the column of tokens in the graph of paths, which lead from tokens through heads to the answer. */
    token: 'token',
    /** Label of the columns of heads in the graph of paths. */
    head: 'head',
    /** Label of the column with the predicted answer in the graph of paths. */
    answer: 'answer',
    short: (layer: number, head: number) => `${layer}.${head}`,
    /**
     * Sentence about the number of paths that are drawn in the graph.
     * @param share share of the drawn paths in the sum of the absolute values of all paths
     */
    explained: (shown: string, all: string, share: string) =>
      `${shown} of ${all} paths, with ${share} of all that the paths carry.`,
    sum: (sum: string, total: string, token: string, against: string) =>
      `Together ${sum} for “${token}” rather than “${against}”; all paths ${total}.`,
    most: (shown: string, strong: string) => `The ${shown} strongest of ${strong} above the threshold are drawn.`,
    for: 'for the answer',
    against: 'against it',
    list: 'The same as a list',
    path: (token: string, place: string) => `${token} → ${place}`,
  },
  kept: {
    title: 'Kept in this browser',
    open: (name: string) => `Open ${name}`,
    remove: 'Delete',
    removeLabel: (name: string) => `Delete ${name} from this browser`,
    keep: (bytes: string) => `Keep it in this browser (${bytes})`,
    keeping: (share: string) => `Copying: ${share}`,
    done: 'It is kept in this browser, on this device.',
    noRoom: 'The browser has no room for it.',
    failed: (message: string) => `It could not be kept. ${message}`,
  },
  recipes: {
    title: 'Recipes',
    /** Note that a question about words of several tokens compares their first tokens. */
    first: 'Words of several tokens are compared by their first one.',
    /** Recipes, which are prepared questions to a model: name of each, and advice on what to look at. */
    items: {
      induction: {
        name: 'Induction: go on as before',
        look: 'Look for a head with the role “induction” in Heads: it attends to what followed the same token. Then see in Knock-out whether the answer needs it.',
      },
      name: {
        name: 'A name at the end: who got the drink?',
        look: 'The name that was said once should win. Look in Knock-out for heads whose absence favors the repeated name, and point at them to see which name they attend to.',
      },
      agreement: {
        name: 'Agreement: is or are?',
        look: 'The verb belongs to “keys”, and “cabinet” stands nearer. Look in What made it for the layer that decides, and for heads that write for the rival.',
      },
      fact: {
        name: 'A fact: the capital of France',
        look: 'Look in the Lens for the layer from which “Paris” is among the most probable tokens. Then look in Knock-out for the head that the answer needs most, what it attends to, and whether its direct effect is its whole effect.',
      },
      chinese: {
        name: 'A Chinese pair: 巴黎 or 北京?',
        look: 'The text names 北京 already. Look in the Lens for the layer from which 巴黎 is ahead, if it ever is. A small English model does not know it.',
      },
    },
  },
  take: {
    title: 'Export',
    picture: 'Picture',
    numbers: 'Numbers',
    attention: 'Attention, all layers',
    link: 'Link',
    copy: 'Copy the link',
    /** Note about a link to a question about the user's own model. */
    ownLink:
      'The link holds the question and the SHA-256 of your file, not the file: whoever opens it is asked for that file.',
    /** Error message if the text is too long for a link. */
    tooLong: 'This text is too long for a link.',
    running: (share: string) => `Reading the model and writing: ${share}`,
    saved: (name: string) => `Saved as ${name}.`,
    copied: 'The link is copied.',
    notCopied: 'The browser does not let us copy. Here is the link:',
    failed: (message: string) => `Nothing was saved. ${message}`,
    /**
     * Lines of text below an exported image: the model and its file, the question about the prediction, and the
     * interventions.
     */
    model: (name: string, precision: string, sha: string | null) =>
      `${name}, weights ${precision}; SHA-256 of its file: ${sha ?? 'not known, since it came over the network'}`,
    question: (text: string, token: string, against: string, after: string) =>
      `“${text}”: why “${token}” rather than “${against}” after “${after}”?`,
    noQuestion: (text: string) => `“${text}”`,
    interventions: (interventions: readonly string[]) => `With interventions: ${interventions.join('; ')}.`,
  },
  link: {
    checking: (share: string) => `Comparing the file with that of the link: ${share}`,
    same: 'This is the file of the link: its SHA-256 is the same.',
    other: (name: string, given: string) =>
      `This is not the file of the link to “${name}”: the SHA-256 of “${given}” is another one. What you see is of your file.`,
    otherName: (name: string, given: string) =>
      `The link is about “${name}”, and this is “${given}”. What you see is of your file.`,
  },
  selected: {
    title: 'Selected',
    nothing: 'Point at a head or a cell.',
    direct: 'writes directly',
    total: 'change without it',
    notYet: 'not computed',
    madeUp: (value: string) => `What follows makes up for ${value} of it.`,
    attends: (token: string) => `“${token}” attends to`,
    similar: 'Heads that attend similarly in this text',
    /**
     * Note on the list of similar heads.
     * @param share similarity of an average head to the selected one
     */
    similarNote: (share: string) =>
      `Share of the weights, without the first token, that both heads place alike; the average head: ${share}.`,
    lab: 'Open in the lab',
    map: (what: string) => `${what}. Arrow keys go from head to head.`,
  },
};

export type InsideTexts = typeof inside;
