// Writes MODEL_CARD.md, the description of the default model, from the results of the measurement.
const percent = (share) => `${(share * 100).toFixed(1)}%`;
const languageNames = { en: 'English', zh: 'Chinese' };
const attentionNames = {
  encoder: 'encoder self-attention',
  decoder: 'decoder self-attention',
  cross: 'cross-attention',
};

const MEASURES = {
  natural: [
    'right noun, 100 natural sentences written by hand before the first template, both nouns right in turn',
    'the nearest noun',
  ],
  written: ['the same, sentences written later, others of which were trained on', 'the nearest noun'],
  unseenNouns: ['right noun, template sentences whose frames and nouns training never saw', 'the nearest noun'],
  unseenPredicates: ['right noun, template sentences whose predicates training never saw', 'the nearest noun'],
  syntax: ['right syntactic head (punctuation not counted)', 'the next token'],
  syntaxShort: ['the same, sentences of up to 20 words', 'the next token'],
  alignment: ['the token linked by IBM model 1, held-out Tatoeba', 'the diagonal'],
  previous: ['the previous token', 'a random token'],
  next: ['the next token', 'a random token'],
  itself: ['the token itself', 'a random token'],
  first: ['the first token', 'a random token'],
};

const ROLES = {
  antecedent: 'attends from a pronoun to what it refers to',
  syntax: 'attends from a token to its syntactic head',
  previous: 'attends to the previous token',
  alignment: 'attends from a target token to the source token that it translates',
};

// Paragraph of the model card about the history of the published weights; see training/README.md.
const TRAINING = `These weights were not trained from nothing. They began as those of the first model, which wrote small letters only, and were
trained on, with some hours of one core: with more words and capitals, with wider layers, and with sentences written for it;
\`training/README.md\` says how, and shows the learning curve, what fewer bits cost and what was gained and lost.`;

const table = (header, rows) =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const place = ({ attention, layer, head }) => `${attentionNames[attention]}, layer ${layer + 1}, head ${head + 1}`;

const headRows = (heads) =>
  heads.flatMap((head) =>
    head.measures.map(({ measure, language, score, baseline, n }, index) => {
      const [what, rule] = MEASURES[measure];
      const name = index > 0 ? '' : `${place(head)}${head.role ? `: **${ROLES[head.role]}**` : ''}`;
      return [name, what, languageNames[language], percent(score), `${percent(baseline)} (${rule})`, n];
    }),
  );

const HEADER = ['head', 'what was counted', 'language', 'score', 'baseline', 'n'];

const calibrated = (heads) =>
  heads.flatMap(({ role, calibration = [] }) => calibration.map((each) => ({ role, ...each })));

/** Panels of the diagram models/default/reliability.svg, one per supervised head and language. */
export const reliabilityPanels = (heads) =>
  calibrated(heads).map(({ role, language, error, bins }) => ({
    title: `${role}, ${languageNames[language]}`,
    error,
    bins,
  }));

const binRows = (heads) =>
  calibrated(heads).flatMap(({ role, language, bins }) =>
    bins.map(({ from, weight, right, n }) => [
      `${role}, ${languageNames[language]}`,
      `${from.toFixed(1)} … ${(from + 0.1).toFixed(1)}`,
      weight.toFixed(2),
      right.toFixed(2),
      n,
    ]),
  );

const ablationRows = (heads) =>
  heads
    .filter(({ ablation }) => ablation)
    .sort((one, other) => other.ablation.en + other.ablation.zh - one.ablation.en - one.ablation.zh)
    .map((head) => [
      `${place(head)}${head.role ? `: **${ROLES[head.role]}**` : ''}`,
      head.ablation.en.toFixed(3),
      head.ablation.zh.toFixed(3),
    ]);

export function modelCard({ heads, seeds, translation, everyday, beyond, examples }, manifest, config) {
  const failures = heads.flatMap(({ failures: some }) => some);
  return `# The default model

A small Transformer of the original shape (Vaswani et al. 2017), pre-norm: an encoder of ${config.encoderLayers} layers, a decoder of
${config.decoderLayers}, ${config.numHeads} heads each, d = ${config.embedDim}, feed-forward ${config.feedforwardDim}. Words are sums of hashed vectors (the word, its
character n-grams), so none is unknown; the target side has Chinese characters and subwords of English with their
capitals. Weights are int8 with a float16 scale per row, of which 7 bits are used, and 5 in the tables of vectors. It exists to be looked at: its translation is a toy.

${TRAINING}

Every number below is measured with \`npm run measure\`, on texts that training never saw, through the WebAssembly engine
and the shipped int8 files, unless a table says otherwise. The baseline is what the simple rule in brackets gets on the
same texts.

## Supervised heads

${table(HEADER, headRows(heads.filter(({ role }) => role)))}

The question of the source documents, which no template joins:

${table(
  ['sentence', 'pronoun', 'right', 'weight on it', 'the other noun', 'weight on it'],
  seeds.map(({ text, pronoun, right, other, weight, otherWeight }) => [
    text,
    pronoun,
    right,
    weight.toFixed(2),
    other,
    otherWeight.toFixed(2),
  ]),
)}

Where the pronoun head fails, of the natural sentences:

${failures.map(({ text, query, attended, right }) => `- ${text} — “${query}” attends to “${attended}”; right: “${right}”`).join('\n')}

## Calibration

Where a supervised head puts 0.7 of a row's weight, is it right in 7 of 10? The expected calibration error is the mean
distance between the largest weight of a row and the share of rows that are right, over ten bins. Each head has one
temperature, folded into its query projection and fitted on examples that are not counted here; for the pronoun head those
are written sentences, and others of them are counted beside the natural ones. By chance: about what as many rows would show of
a head that is calibrated perfectly.

${table(
  ['head', 'language', 'expected calibration error', 'by chance', 'n'],
  calibrated(heads).map(({ role, language, error, byChance, n }) => [
    role,
    languageNames[language],
    error.toFixed(3),
    byChance.toFixed(3),
    n,
  ]),
)}

![Reliability diagrams](reliability.svg)

${table(['head', 'largest weight', 'its mean', 'share right', 'n'], binRows(heads))}

## What the translation loses without a head

The log-probability of the reference translations, in nats per token, that is lost when the output of one head is set to
zero (300 held-out sentences each way; computed in PyTorch with the shipped weights). A head near 0 is not used.

${table(['head', 'into English', 'into Chinese'], ablationRows(heads))}

## Tried, and left out

A head for meaning, in which nouns of one kind (animals, food, vehicles …) attend to each other. Trained like the others, it
was right on 38.5% of 1,456 English and 43.2% of 1,890 Chinese nouns whose kind training never named, where any other
noun of the text is right on 57.8% and 51.5%: it had learned the list, not the meaning. No head is shown as such.

## What it cannot do

Collections of names, occupations and harder prose. Nothing is claimed for them:

${table(
  ['collection', 'right noun', 'the nearest of the two', 'n'],
  beyond.map(({ name, score, baseline, n }) => [name, percent(score), percent(baseline), n]),
)}

## Translation

${table(
  ['into', 'BLEU', 'without regard to capitals', 'input without end marks and commas', 'outputs with loops', 'n'],
  translation.map(({ to, written, anyCase, typed, loops, n }) => [
    to === 'zh' ? 'Chinese' : 'English',
    written.toFixed(1),
    anyCase.toFixed(1),
    typed.toFixed(1),
    percent(loops),
    n,
  ]),
)}

Held-out sentences of Tatoeba, split by groups so that no paraphrase leaks; one reference each. BLEU by sacrebleu:
${translation.map(({ to, signature }) => `\`${signature}\` into ${to === 'zh' ? 'Chinese' : 'English'}`).join(', ')}. Beam search with four
hypotheses. A loop is a sequence of two or more tokens twice in a row, or one token three times.

${table(
  ['everyday sentences, judged by reading', 'right with end mark', 'right without', 'n'],
  everyday.map(({ from, withMark, without, n }) => [
    from === 'en' ? 'English into Chinese' : 'Chinese into English',
    withMark,
    without,
    n,
  ]),
)}

The sentences and every judgment are in \`training/everyday/\`. The page's own example sentences, kept out of training:

${table(
  ['sentence', 'translation', 'reference'],
  examples.map(({ text, translation: made, reference }) => [text, made, reference]),
)}

## Unsupervised heads

What each attends to most often, on held-out sentences:

${table(HEADER, headRows(heads.filter(({ role }) => !role)))}

## Trained on

${table(
  ['source', 'what', 'license'],
  manifest.sources.map(({ from, what, license }) => [from, what, license]),
)}

and on templates of our own (\`training/templates\`). What has "measured on only" in it was not trained on.

## License of the weights

CC BY-SA 4.0, which follows from the share-alike sources. Attribution: Tatoeba (tatoeba.org) and its contributors,
CC-CEDICT (MDBG), Wiktionary, the Universal Dependencies contributors, Cataclysm: Dark Days Ahead and its translators,
African Storybook, GAP and MGSM (Google), WinoGrande (AI2), KnowRef, XCOPA, xSID, Unicode CLDR, OpenStreetMap's iD, and
Spotlight.
`;
}
