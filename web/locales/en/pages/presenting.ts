// Texts of presentations, in English.
export const presenting = {
  keys: (votes: boolean) =>
    `PageDown, PageUp: forward, back${votes ? ' · 1, 2, 3: a vote · 0: clear the votes' : ''} · N: notes · Q: QR code · B: black · Esc: end`,
  /** The opening sentences, before their picture is shown. */
  opening: { answers: ['the cat', 'the mat'], hint: '1, 2: a vote · PageDown: continue · B: black · Esc: end' },
  /** Votes that stay in sight beside the picture. */
  voted: (answers: readonly string[], counts: readonly number[]) =>
    `You: ${answers.map((answer, index) => `${answer} ${counts[index]!}`).join(' · ')}`,
  /** Window of the speaker. */
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
      training:
        'PageDown starts the training and pauses it, PageUp begins anew. Let the class say how the curve will rise; then start. Ask which head will take the job, and at which step.',
      inside:
        'PageDown and PageUp go through the views, from the lens to the contributions. Begin with the question above them: what comes next, and why not the other?',
    },
  },
};

export type PresentingTexts = typeof presenting;
