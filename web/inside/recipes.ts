// Recipes: well-known questions from papers, for any model that predicts the next token. The tokens of their words
// depend on the model.
import type { ViewName } from './views.js';

export interface Recipe {
  readonly text: string;
  /** Continuation of the text whose first token is the answer. */
  readonly answer: string;
  /** Continuation of the text whose first token is the rival, which the answer is compared with. */
  readonly rival: string;
  readonly view: ViewName;
}

export const RECIPES = {
  /** Recipe for induction: the model continues words that have occurred earlier in the text (Olsson et al. 2022). */
  induction: {
    text: 'Tom likes the blue kite. Anna likes the red ball. Tom likes the blue',
    answer: ' kite',
    rival: ' ball',
    view: 'heads',
  },
  /**
   * Recipe for indirect object identification: the model names the person who receives something (Wang et al. 2022).
   */
  name: {
    text: 'When Mary and John went to the store, John gave a drink to',
    answer: ' Mary',
    rival: ' John',
    view: 'knockOut',
  },
  /** Recipe for subject-verb agreement (Linzen et al. 2016). */
  agreement: { text: 'The keys to the old cabinet', answer: ' are', rival: ' is', view: 'attribution' },
  /** Recipe for factual recall: the model completes a fact from its training data (Meng et al. 2022). */
  fact: { text: 'The capital of France is', answer: ' Paris', rival: ' London', view: 'lens' },
  chinese: { text: '中国的首都是北京，法国的首都是', answer: '巴黎', rival: '北京', view: 'lens' },
} as const satisfies Readonly<Record<string, Recipe>>;

export type RecipeName = keyof typeof RECIPES;
export const RECIPE_NAMES = Object.keys(RECIPES) as RecipeName[];
