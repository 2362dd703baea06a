// MODEL_CARD.md of the results.
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const languageNames = { en: 'English', zh: 'Chinese' };
const kindNames = { self: 'encoder self-attention', causal: 'decoder self-attention', cross: 'cross attention' };

const MEASURES = {
  natural: [
    'right noun, 100 natural sentences written by hand before the first template, both nouns right in turn',
    'the nearest noun',
  ],
  unseenNouns: ['right noun, template sentences whose frames and nouns training never saw', 'the nearest noun'],
  unseenPredicates: ['right noun, template sentences whose predicates training never saw', 'the nearest noun'],
  syntax: ['right head word (punctuation not counted)', 'the next word'],
  syntaxShort: ['the same, sentences of up to 20 words', 'the next word'],
  alignment: ['the word linked by IBM model 1, held-out Tatoeba', 'the diagonal'],
  previous: ['the word before', 'any word'],
  next: ['the word after', 'any word'],
  itself: ['the word itself', 'any word'],
  first: ['the first word', 'any word'],
};

const ROLES = {
  antecedent: 'finds what a pronoun refers to',
  syntax: 'finds the word that a word depends on',
  previous: 'looks at the word before',
  alignment: 'finds the word that a piece translates',
};

const table = (header, rows) =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const place = ({ kind, layer, head }) => `${kindNames[kind]}, layer ${layer + 1}, head ${head + 1}`;

const headRows = (heads) =>
  heads.flatMap((head) =>
    head.measures.map(({ measure, language, score, baseline, n }, index) => {
      const [what, rule] = MEASURES[measure];
      const name = index > 0 ? '' : `${place(head)}${head.role ? `: **${ROLES[head.role]}**` : ''}`;
      return [name, what, languageNames[language], percent(score), `${percent(baseline)} (${rule})`, n];
    }),
  );

const HEADER = ['head', 'what was counted', 'language', 'score', 'baseline', 'n'];

export function modelCard({ heads, seeds, translation, beyond, examples }, manifest, config) {
  const failures = heads.flatMap(({ failures: some }) => some);
  return `# The default model

A small Transformer of the original shape (Vaswani et al. 2017), pre-norm: an encoder of ${config.encoderLayers} layers, a decoder of
${config.decoderLayers}, ${config.numHeads} heads each, d = ${config.embedDim}, feed-forward ${config.feedforwardDim}. Words are sums of hashed vectors (the word, its
character n-grams), so none is unknown; the target side has Chinese characters and pieces of English words. Weights are
int8 with a float16 scale per row. It exists to be looked at: its translation is a toy.

Every number below is measured with \`npm run measure\`, on texts that training never saw, through the WebAssembly engine
and the shipped int8 files. The baseline is what the simple rule in brackets gets on the same texts.

## Heads that were trained to look at something

${table(HEADER, headRows(heads.filter(({ role }) => role)))}

The question of the source documents, which no template joins:

${table(
  ['sentence', 'pronoun', 'right', 'weight on it'],
  seeds.map(({ text, pronoun, right, weight }) => [text, pronoun, right, weight.toFixed(4)]),
)}

Where the pronoun head fails, of the natural sentences:

${failures.map(({ text, query, heard, right }) => `- ${text} — “${query}” hears “${heard}”; right: “${right}”`).join('\n')}

## Tried, and left out

A head for meaning, in which nouns of one kind (animals, food, vehicles …) hear each other. Trained like the others, it
was right on 38.5 % of 1,456 English and 43.2 % of 1,890 Chinese nouns whose kind training never named, where any other
noun of the text is right on 57.8 % and 51.5 %: it had learned the list, not the meaning. No head is shown as such.

## What it cannot do

Collections of names, occupations and harder prose. Nothing is claimed for them:

${table(
  ['collection', 'right noun', 'the nearest of the two', 'n'],
  beyond.map(({ name, score, baseline, n }) => [name, percent(score), percent(baseline), n]),
)}

## Heads that were left free

What each looks at most often, on the treebanks' held-out sentences:

${table(HEADER, headRows(heads.filter(({ role }) => !role)))}

## Translation

${table(
  ['into', 'BLEU', 'n'],
  translation.map(({ to, score, n }) => [
    to === 'zh' ? 'Chinese (characters)' : 'English (words, lower case)',
    score.toFixed(1),
    n,
  ]),
)}

Held-out sentences of Tatoeba, split by groups so that no paraphrase leaks; one reference each. The page's own example
sentences, kept out of training:

${table(
  ['sentence', 'translation', 'reference'],
  examples.map(({ text, translation: made, reference }) => [text, made, reference]),
)}

## Trained on

${table(
  ['source', 'what', 'licence'],
  manifest.sources.map(({ from, what, licence }) => [from, what, licence]),
)}

and on templates of our own (\`training/templates\`). What has "measured on only" in it was not trained on.

## Licence of the weights

CC BY-SA 4.0, which follows from the share-alike treebanks. Attribution: Tatoeba (tatoeba.org) and its contributors, the
Universal Dependencies contributors, GAP (Google), WinoGrande (AI2), and Spotlight.
`;
}
