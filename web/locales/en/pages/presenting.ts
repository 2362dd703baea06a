// Texts of presentations, in English.
export const presenting = {
  keys: (votes: boolean) =>
    `PageDown, PageUp: forward, back${votes ? ' · 1, 2, 3: a vote · 0: clear the votes' : ''} · N: notes · Q: QR code · B: black · Esc: end`,
  /** Texts of the class's vote on the opening sentence, before the scene is shown. */
  opening: {
    answers: ['the cat', 'the mat'],
    hint: '1, 2: a vote · PageDown: continue · N: notes · Q: QR code · B: black · Esc: end',
    /**
     * Speaker notes, in order: on the question, its scene, the scene with the other word, and the steps of the
     * computation.
     */
    notes: [
      'Let everybody vote before the picture answers. Ask how they know: nothing in the grammar says it, only what “tired” means.',
      'The arcs are the attention weights of “it” in one head of a small model. Nobody has drawn them: they are computed here. Compare with the votes. Then ask what happens if “tired” becomes “soft”.',
      'One word has changed, and the head attends elsewhere. PageUp goes back to the first word. Say how often it is right; it is no oracle. Then ask: where do these numbers come from?',
      'PageDown goes through the steps of the computation, PageUp back. Query and key give a score; the softmax makes weights of the scores; the output is the weighted sum of the values.',
    ],
  },
  /** The counted votes of the class, which remain visible beside the scene. */
  voted: (answers: readonly string[], counts: readonly number[]) =>
    `You: ${answers.map((answer, index) => `${answer} ${counts[index]!}`).join(' · ')}`,
  /** Texts of the separate window with speaker notes. */
  notes: {
    title: 'Notes',
    elapsed: (minutes: number, seconds: string) => `${minutes}:${seconds}`,
    ask: 'Ask:',
    answers: (answers: readonly string[]) => answers.join(' / '),
    does: 'Then do:',
    point: 'The point:',
    next: 'Next:',
    back: 'Back',
    onward: 'Next',
    blocked: 'The browser has blocked the window for notes. Allow pop-ups of this page, then press N again.',
    sections: {
      sentence:
        'PageDown and PageUp move the query from token to token. Before each one ask where its arcs will go, and which arcs surprise.',
      computed:
        'PageDown goes through the stages, PageUp back. Before the softmax ask which weight will be the largest; before the weighted sum, which value will count most.',
      story:
        'PageDown and PageUp move the query from token to token. Ask what comes next before you look at the most likely tokens: how sure would you be?',
      learn: 'PageDown goes through the stages, PageUp back.',
      lab: 'PageDown goes through the stages, PageUp back. Experiments stay as they were set before: switch something off, present, and ask what has changed.',
      training:
        'PageDown starts the training and pauses it, PageUp begins anew. Let the class say how the curve will rise; then start. Ask which head will take the job, and at which step.',
      inside:
        'PageDown and PageUp go through the views, from the lens to the contributions. Begin with the question above them: what comes next, and why not the other?',
    },
  },
};

export type PresentingTexts = typeof presenting;
