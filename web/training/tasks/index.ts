// Registry of the tasks.
import { induction } from './induction.js';
import { lookup } from './lookup.js';
import { repeat } from './repeat.js';
import { reverse } from './reverse.js';
import { sort } from './sort.js';
import { textTask } from './text.js';
import { translate } from './translate.js';
import type { Task, TaskName } from './task.js';

/** Factories of the tasks. @param text training data of the task `text`; ignored by the others */
const TASKS: Record<TaskName, (text: string) => Task> = {
  induction: () => induction,
  repeat: () => repeat,
  lookup: () => lookup,
  reverse: () => reverse,
  sort: () => sort,
  translate: () => translate,
  text: textTask,
};

export const taskOf = (name: TaskName, text = ''): Task => TASKS[name](text);
