/**
 * Formats an English list, as in “BART, Marian and T5”. Intl.ListFormat is created on first use, since the first scene
 * does not need it.
 */
const listed = (items: readonly string[]): string => new Intl.ListFormat('en-GB').format(items);

export const page = {
  tagline: 'Transformer attention, computed as you watch',
  offline: 'Everything is computed on this device. Nothing you type leaves it.',
  licenses: 'Open-source licenses',
  theme: 'Light or dark theme',
  language: 'Language',

  present: 'Present on the whole screen (p)',
  share: {
    open: 'Share and export',
    title: 'Take it along',
    close: 'Close',
    link: 'Link to what is shown',
    copy: 'Copy the link',
    code: 'QR code of the link',
    teaching: 'For teachers: lesson plans and worksheets',
    framed: 'Figure with caption:',
    copied: 'Copied.',
    failed: 'The browser does not let us copy. Copy the address of the page instead.',
    picture: (type: string) => `Picture (${type})`,
    saved: (name: string) => `Saved as ${name}.`,
    more: 'Videos, numbers and code to embed: in the lab, under “Export”.',
  },

  sections: {
    label: 'Sections',
    names: {
      sentence: 'Sentence',
      computed: 'How it is computed',
      story: 'Story',
      learn: 'Learn',
      lab: 'Lab',
      inside: 'Look inside',
    },
    training: 'Watch it learn',
  },
  /** Texts of the section at the top of the page, with the opening question. */
  opening: {
    question: 'What does “it” refer\u00a0to: the cat or the mat?',
    /** Token of the opening sentence that the opening question is about. */
    asked: 'it',
    anyQuestion: 'Select a word: which words does it attend to?',
    story: 'How does the story go on, and where does the model look for it?',
    change: 'Change one word:',
    before: '… because it was',
    words: ['tired', 'soft'] as readonly [string, string],
    ways: {
      learn: 'See how it works',
      computed: 'Watch it being computed',
    },
    /** Number of steps and duration of the course, beside the link that starts it. */
    time: (steps: number, minutes: number) => `${steps} short steps, about ${minutes} minutes`,
  },

  /** Texts for opening a model of the user's own. */
  ownModel: {
    open: 'Open a model of your own…',
    /**
     * Hint about the files and the families of models that can be opened.
     * @param texts families of language models
     * @param images families of vision models
     */
    hint: (texts: readonly string[], images: readonly string[]) =>
      `One .gguf file, or config.json, tokenizer.json and .safetensors together: ${listed(texts)}; or config.json, preprocessor_config.json and .safetensors of a ${images.join(', ')}. The files are read here, in your browser; nothing is sent anywhere.`,
    reading: (name: string) => `Reading ${name} …`,
    begun: (name: string) => `${name}: layer 1 is shown; reading the other layers …`,
    shown: (name: string, layers: number, heads: number) => `${name}: ${layers} layers of ${heads} heads.`,
    close: 'Back to the model of this page',
    /** Sentence after the status of a vision model: the most probable classes of the image, as in 'tabby 80%'. */
    classes: (classes: readonly string[]) => ` It takes the image for: ${classes.join(', ')}.`,
    /** Sentence after the status of a vision model: how to choose another image. */
    image: ' Open an image to see what the model attends to in it; click a patch to see where it attends.',
    drawn: 'A drawing of a house',
    failed: (message: string) => `This model cannot be opened. ${message}`,
    faults: {
      image: 'Choose a ViT first: config.json, preprocessor_config.json and .safetensors; then the image.',
      unreadable: 'This image cannot be read. Choose a PNG, JPEG or WebP file.',
      onnx: 'An ONNX file has neither the names of the weights nor the attention: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      pickle:
        'A file of PyTorch’s own format can hold programs, and is not opened: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      missing: 'Choose one .gguf file, or at once config.json, tokenizer.json and at least one .safetensors.',
    },
  },
};

export type PageTexts = typeof page;
