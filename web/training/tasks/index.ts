// Finds a training task by its name.
import { induction } from './induction.js';
import { lookup } from './lookup.js';
import { repeat } from './repeat.js';
import { reverse } from './reverse.js';
import { sort } from './sort.js';
import { textTask } from './text.js';
import { translate } from './translate.js';
import type { Task, TaskName } from './task.js';

/**
 * For each task, a function that creates it.
 * @param text text to learn in the task `text`; the other tasks ignore it
 */
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
