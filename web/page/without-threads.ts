// In place of web/engine/parallel/threads.ts in the page as one file (see vite.single.config.js).
export const startThreads = () => Promise.reject(new Error('threads: expected 1 in a page from the disk'));
