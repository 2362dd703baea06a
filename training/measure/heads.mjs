// Scores of each head on held-out texts. A score is { measure, language, score, baseline, n }. For the calibration, it
// comes with its answers: { weight, isRight, example } for each row of attention weights.

/** Largest attention weight of a query in a head: its key and the weight. */
export function largest({ data, shape }, head, row) {
  const [, queries, keys] = shape;
  const first = (head * queries + row) * keys;
  let key = 0;
  for (let other = 1; other < keys; ++other) if (data[first + other] > data[first + key]) key = other;
  return { key, weight: data[first + key] };
}

/** Counts the queries for which a head is right, and those for which a baseline rule is right. */
class Count {
  answers = [];
  byRule = 0;

  add(isRight, ruleIsRight, weight, example) {
    this.answers.push({ weight, isRight, example });
    this.byRule += Number(ruleIsRight);
  }
  as(measure, language) {
    const n = this.answers.length;
    const right = this.answers.filter(({ isRight }) => isRight).length;
    return { measure, language, score: right / n, baseline: this.byRule / n, n };
  }
}

/** The attention head that was trained (supervised) for this role, such as 'antecedent'. */
export const placeOf = (model, role) => model.heads.find((head) => head.role === role);

/**
 * Measures whether pronouns attend to their antecedents. Baseline: the nearest of the two nouns before the pronoun.
 * Also returns some failures.
 */
export function measurePronouns(model, examples, measure, language) {
  const { attention, layer, head } = placeOf(model, 'antecedent');
  const count = new Count();
  const failures = [];
  for (const { text, pronoun, antecedents, others } of examples) {
    const run = model.run(text);
    const { key, weight } = largest(run.attention(attention, layer), head, pronoun);
    const candidates = [...antecedents, ...others].sort((a, b) => a - b);
    const nearest = candidates.findLast((candidate) => candidate < pronoun) ?? candidates[0];
    const isRight = antecedents.includes(key);
    count.add(isRight, antecedents.includes(nearest), weight);
    const word = (index) => run.tokens[index].text;
    if (!isRight) failures.push({ text, query: word(pronoun), attended: word(key), right: word(antecedents[0]) });
  }
  return { measure: count.as(measure, language), answers: count.answers, failures };
}

/** Measures whether each word attends to its syntactic head. Baseline: the next word. Punctuation is not counted. */
export function measureSyntax(model, examples, measure, language, longest = Infinity) {
  const { attention, layer, head } = placeOf(model, 'syntax');
  const count = new Count();
  for (const [example, { text, heads, counted }] of examples.entries()) {
    if (heads.length > longest) continue;
    const weights = model.run(text).attention(attention, layer);
    heads.forEach((right, word) => {
      const { key, weight } = largest(weights, head, word);
      if (counted[word]) count.add(key === right, right === word + 1, weight, example);
    });
  }
  return { measure: count.as(measure, language), answers: count.answers };
}

/**
 * Measures whether tokens attend to the words that they are aligned with (IBM model 1). Baseline: the word at the same
 * relative position in its text.
 */
export function measureAlignment(model, examples, language, { attention, layer, head } = placeOf(model, 'alignment')) {
  const count = new Count();
  for (const [example, { source, reference, links, tokens }] of examples.entries()) {
    if (links.length === 0) continue;
    const run = model.run(source, { target: reference });
    const weights = run.attention(attention, layer);
    const words = run.tokens.length;
    for (const [token, word] of links) {
      const diagonal = Math.round((token / Math.max(1, tokens.length - 1)) * (words - 1));
      const { key, weight } = largest(weights, head, token + 1);
      count.add(key === word, diagonal === word, weight, example);
    }
  }
  return { measure: count.as('alignment', language), answers: count.answers };
}

/**
 * Attention patterns that unsupervised heads may have: for each, the key that a query is expected to attend to; null if
 * the query does not count.
 */
const HABITS = {
  previous: (row) => row - 1,
  next: (row, keys) => (row + 1 < keys ? row + 1 : null),
  itself: (row) => row,
  first: () => 0,
};

/**
 * Measures which pattern a self-attention head follows most often: attention to the previous token, the next token, the
 * token itself, or the first token. Baseline: a random head. The first query does not count, since in the decoder it
 * has no key but itself.
 */
export function measureHabit(model, { attention, layer, head }, texts, language) {
  const totals = Object.keys(HABITS).map((measure) => ({ measure, right: 0, chance: 0, n: 0 }));
  for (const text of texts) {
    const weights = model.run(text).attention(attention, layer);
    const [, queries, keys] = weights.shape;
    for (let row = 1; row < queries; ++row) {
      const { key } = largest(weights, head, row);
      for (const total of totals) {
        const named = HABITS[total.measure](row, keys);
        if (named === null) continue;
        total.right += Number(key === named);
        total.chance += 1 / (attention === 'decoder' ? row + 1 : keys);
        total.n += 1;
      }
    }
  }
  const measures = totals.map(({ measure, right, chance, n }) => ({
    measure,
    language,
    score: right / n,
    baseline: chance / n,
    n,
  }));
  return measures.sort((one, other) => other.score - one.score)[0];
}

/**
 * Score of the head that is supervised to attend to the previous token. The first token, which has no previous one,
 * does not count.
 */
export function measurePrevious(model, examples, language) {
  const { attention, layer, head } = placeOf(model, 'previous');
  let [right, byChance, n] = [0, 0, 0];
  for (const { text } of examples) {
    const weights = model.run(text).attention(attention, layer);
    const [, queries] = weights.shape;
    for (let row = 1; row < queries; ++row) {
      right += Number(largest(weights, head, row).key === row - 1);
      byChance += 1 / queries;
      n += 1;
    }
  }
  return { measure: 'previous', language, score: right / n, baseline: byChance / n, n };
}
