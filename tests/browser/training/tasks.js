// Tasks of the page's thread, measured in CPU time, so other programs on the machine do not count.

/** Kilobytes of events: minutes of a page. */
const BUFFER = 400_000;

/** CPU time in milliseconds of each main-thread task during an action. */
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
