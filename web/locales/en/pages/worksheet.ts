// English texts of lesson plans and worksheets. The questions come from the course.
const inEnglish = new Intl.ListFormat('en-GB');

export const worksheet = {
  title: 'Lesson plans and worksheets',
  sheets: {
    talk: 'A talk of 10 minutes',
    lesson: 'A lesson of 45 minutes',
    worksheet: 'Worksheet: attention by hand',
    answers: 'Worksheet: answers',
  },
  print: 'Print',
  back: 'Back to Spotlight',
  who: 'Name: ',
  date: 'Date: ',
  task: (number: number) => `${number}.`,
  average: 'The average is',
  mark: 'Mark it in the plane. Is it inside the triangle?',
  /** Answer to the question `mark` of the worksheet. */
  inside: 'Yes: an average of points lies among them.',
  tasks: [
    { title: 'An average', text: '' },
    { title: 'Scores: q·k', text: 'Multiply the query with each key, number by number, and add the products.' },
    {
      title: 'From scores to weights',
      text: 'Divide the three scores of task 2 by √2 = 1.414. Then raise e = 2.718 to the power of each and divide by the sum of all three. Round to two decimals.',
    },
    {
      title: 'Attention as a whole',
      text: 'Three tokens, three queries: scores, division by √2, softmax of each row, and the weighted sum of the rows of V. Round to two decimals.',
    },
    { title: 'Six questions', text: '' },
  ],
  plan: {
    columns: ['when', 'what', 'ask', 'do', 'the point'],
    fromMinute: (minute: number) => `${minute} min`,
    minutes: (from: number, to: number) => `${from}–${to} min`,
    /** Numbers of the worksheet tasks that belong to a part of the lesson, appended to a sentence. */
    tasks: (numbers: readonly number[]) =>
      ` Worksheet: ${numbers.length === 1 ? 'task' : 'tasks'} ${inEnglish.format(numbers.map(String))}.`,
    talk: [
      'For an audience without mathematics. Open “Learn”, press P: the whole screen; PageDown and PageUp go from step to step, number keys count votes, N opens your notes in a second window.',
      'Let the audience vote first, then do the task before their eyes; only then say why.',
    ],
    lesson: [
      'For a class that knows vectors as lists of numbers. Needed: a projector, one device for two students, the worksheet, a calculator. No account, no installation; nothing that is typed leaves the device.',
      'At the end students can say what query, key and value are, compute a weighted sum by hand, and explain what a mask does. Task 4 is for those who are quick, or homework.',
    ],
    phases: {
      opening: { title: 'What does “it” mean?', how: 'Projector: present the first page and let the class vote.' },
      average: { title: 'An average, and a weighted one', how: 'In pairs, then compare.' },
      scores: { title: 'Where weights come from: q·k', how: 'Each on paper, then check on the screen.' },
      softmax: { title: 'Softmax, and why √d', how: 'Each on paper with a calculator, then the experiment.' },
      masks: { title: 'Masks and the next token', how: 'Projector, with votes.' },
      heads: { title: 'Many heads', how: 'In pairs: each chooses a head and tells what it does.' },
      learning: { title: 'Watch it learn', how: 'Projector: start the training, and wait for the moment together.' },
      quiz: { title: 'What we have seen', how: 'Each alone, then with the neighbor.' },
    },
  },
};

export type WorksheetTexts = typeof worksheet;
