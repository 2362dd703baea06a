/** Size in kilobytes of Chromium's buffer of trace events, which is enough for minutes. */
const BUFFER = 400_000;

/** CPU time, in milliseconds, of each task on the page's main thread during an action. */
export async function tasksWhile(page, act) {
  const devtools = await page.context().newCDPSession(page);
  const events = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'], traceBufferSizeInKb: BUFFER },
  });
  await act();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }) => threads.some((event) => event.pid === pid && event.tid === tid);
  const tasks = events.filter((event) => /RunTask$/.test(event.name) && event.tdur !== undefined && isMain(event));
  if (tasks.length === 0) throw new Error('expected tasks of the main thread, got none');
  return tasks.map(({ tdur }) => tdur / 1000);
}
