// What each head does, measured on held-out texts. A measure is { measure, language, score, baseline, n }.

/** Of one query row the key that is heard most. */
export function loudest({ data, shape }, head, row) {
  const [, queries, keys] = shape;
  const first = (head * queries + row) * keys;
  let best = 0;
  for (let key = 1; key < keys; ++key) if (data[first + key] > data[first + best]) best = key;
  return best;
}

/** Counts right answers and those of a rule. */
class Count {
  right = 0;
  byRule = 0;
  n = 0;

  add(isRight, ruleIsRight) {
    this.right += Number(isRight);
    this.byRule += Number(ruleIsRight);
    this.n += 1;
  }
  as(measure, language) {
    return { measure, language, score: this.right / this.n, baseline: this.byRule / this.n, n: this.n };
  }
}

/** Every head of a kind and layer: where the supervised one of a role is. */
export const placeOf = (model, role) => model.heads.find((head) => head.role === role);

/** The noun that a pronoun refers to; the rule: the nearest of the two nouns before it. Also some failures. */
export function measurePronouns(model, examples, measure, language) {
  const { kind, layer, head } = placeOf(model, 'antecedent');
  const count = new Count();
  const failures = [];
  for (const { text, pronoun, antecedents, others } of examples) {
    const run = model.run(text);
    const heard = loudest(run.attention(kind, layer), head, pronoun);
    const candidates = [...antecedents, ...others].sort((a, b) => a - b);
    const nearest = candidates.findLast((candidate) => candidate < pronoun) ?? candidates[0];
    const isRight = antecedents.includes(heard);
    count.add(isRight, antecedents.includes(nearest));
    const word = (index) => run.tokens[index].text;
    if (!isRight) failures.push({ text, query: word(pronoun), heard: word(heard), right: word(antecedents[0]) });
  }
  return { measure: count.as(measure, language), failures };
}

/** The head of each word; the rule: the next word. Punctuation is not counted. */
export function measureSyntax(model, examples, measure, language, longest = Infinity) {
  const { kind, layer, head } = placeOf(model, 'syntax');
  const count = new Count();
  for (const { text, heads, counted } of examples) {
    if (heads.length > longest) continue;
    const weights = model.run(text).attention(kind, layer);
    heads.forEach((right, word) => {
      if (counted[word]) count.add(loudest(weights, head, word) === right, right === word + 1);
    });
  }
  return count.as(measure, language);
}

/** The word that a piece is linked to (IBM model 1); the rule: the word as far along in its text as the piece in its own. */
export function measureAlignment(model, examples, language, { kind, layer, head } = placeOf(model, 'alignment')) {
  const count = new Count();
  for (const { source, reference, links, pieces } of examples) {
    if (links.length === 0) continue;
    const run = model.run(source, { target: reference });
    const weights = run.attention(kind, layer);
    const words = run.tokens.length;
    for (const [piece, word] of links) {
      const diagonal = Math.round((piece / Math.max(1, pieces.length - 1)) * (words - 1));
      count.add(loudest(weights, head, piece + 1) === word, diagonal === word);
    }
  }
  return count.as('alignment', language);
}

/** What a head of a square looks at most often: the word before, after, itself, the first; the rule: any word. */
export function measureHabit(model, { kind, layer, head }, texts, language) {
  const habits = { previous: -1, next: 1, itself: 0 };
  const rights = { previous: 0, next: 0, itself: 0, first: 0 };
  let [n, byChance] = [0, 0];
  for (const text of texts) {
    const weights = model.run(text).attention(kind, layer);
    const [, queries, keys] = weights.shape;
    for (let row = 1; row < queries; ++row) {
      const heard = loudest(weights, head, row);
      for (const [habit, step] of Object.entries(habits)) rights[habit] += Number(heard === row + step);
      rights.first += Number(heard === 0);
      byChance += 1 / (kind === 'causal' ? row + 1 : keys);
      n += 1;
    }
  }
  const [measure, right] = Object.entries(rights).sort((a, b) => b[1] - a[1])[0];
  return { measure, language, score: right / n, baseline: byChance / n, n };
}

/** The word before, of the head that was trained to look there; the first word has none and is not counted. */
export function measurePrevious(model, examples, language) {
  const { kind, layer, head } = placeOf(model, 'previous');
  let [right, byChance, n] = [0, 0, 0];
  for (const { text } of examples) {
    const weights = model.run(text).attention(kind, layer);
    const [, queries] = weights.shape;
    for (let row = 1; row < queries; ++row) {
      right += Number(loudest(weights, head, row) === row - 1);
      byChance += 1 / queries;
      n += 1;
    }
  }
  return { measure: 'previous', language, score: right / n, baseline: byChance / n, n };
}
