// Finds the views of “Look inside”: the file view.ts of each folder in views/ exports one as `view`.
/// <reference types="vite/types/importMeta.d.ts" />
import type { View } from '../element/view.js';
import type { ViewName } from '../views.js';

const FOUND = import.meta.glob<View>('./*/view.ts', { eager: true, import: 'view' });

export const DRAWN = Object.fromEntries(Object.values(FOUND).map((view) => [view.name, view])) as Readonly<
  Record<ViewName, View>
>;
