import { on } from 'node:events';
import { Readable } from 'node:stream';
import { parentPort, Worker, type MessagePort } from 'node:worker_threads';

interface ThreadOptions {
  signal?: AbortSignal;
  /** Heap limit in megabytes; more fails with `ERR_WORKER_OUT_OF_MEMORY`. */
  maxHeapMb?: number;
}

/**
 * Runs a module in a worker thread, so that long work does not block requests. @returns its first
 * message.
 */
export function inThread<Result>(
  module: URL,
  data: unknown,
  { signal, maxHeapMb }: ThreadOptions = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    let isStopped = false;
    // Rejects when the thread has ended: it writes nothing any more.
    const stop = () => {
      isStopped = true;
      void thread.terminate();
    };
    signal?.addEventListener('abort', stop, { once: true });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', stop);
      reject(isStopped ? new Error('The work was stopped.') : endedEarly(code));
    });
  });
}

/**
 * Work of a module in a worker thread that waits for more when it is done: loading the modules takes
 * longer than most of the work. Calls at the same time have threads of their own, of which one stays.
 * @param idleMs after so long without work the thread ends.
 * @returns calls the module's `answerMain`. What it throws ends the thread, and rejects.
 */
export function lastingThread<Result>(
  module: URL,
  { maxHeapMb, idleMs }: Pick<ThreadOptions, 'maxHeapMb'> & { idleMs: number },
): (job: unknown) => Promise<Result> {
  let waiting: { thread: Worker; timer: NodeJS.Timeout } | null = null;

  function take(): Worker {
    if (!waiting)
      return new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    const { thread, timer } = waiting;
    waiting = null;
    clearTimeout(timer);
    release(thread);
    thread.ref();
    return thread;
  }

  function keep(thread: Worker): void {
    release(thread);
    if (waiting) return void thread.terminate();
    const timer = setTimeout(() => {
      waiting = null;
      void thread.terminate();
    }, idleMs);
    waiting = { thread, timer };
    // Neither keeps a process from ending.
    timer.unref();
    thread.unref();
    const forget = () => {
      clearTimeout(timer);
      if (waiting?.thread === thread) waiting = null;
    };
    thread.once('error', forget).once('exit', forget);
  }

  return (job) =>
    new Promise((resolve, reject) => {
      const thread = take();
      thread.once('message', (result: Result) => {
        keep(thread);
        resolve(result);
      });
      thread.once('error', reject);
      thread.once('exit', (code) => reject(endedEarly(code)));
      thread.postMessage(job);
    });
}

const endedEarly = (code: number) =>
  new Error(`The thread ended with ${code} before its work was done.`);

/** Takes our listeners off: without a name of the event, a worker would lose its own, too. */
function release(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}

/** In a `lastingThread`: does each job of the main thread. */
export function answerMain(work: (job: never) => Promise<unknown>): void {
  const port = portOfMain();
  port.on('message', (job) => {
    // A rejection without a handler ends the thread.
    void work(job as never).then((result) => port.postMessage(result));
  });
}

/** A stream of the chunks that a module posts with `postAll`, with backpressure. */
export function threadStream(module: URL, data: unknown): Readable {
  // Chunks are garbage at once: a small heap is enough and limits the process's memory.
  const thread = new Worker(module, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const stream = new Readable({
    read: () => thread.postMessage('more'),
    destroy(error, done) {
      void thread.terminate();
      done(error);
    },
  });
  thread.on('message', (part: Uint8Array | null) => stream.push(part));
  thread.on('error', (error: Error) => stream.destroy(error));
  return stream;
}

/** In a thread: the port to the main thread. */
export function portOfMain(): MessagePort {
  if (!parentPort) throw new Error('This module runs in a worker thread only.');
  return parentPort;
}

/** In the thread: posts a chunk of the stream for each request of the main thread. */
export async function postAll(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const port = portOfMain();
  const requests = on(port, 'message');
  for await (const part of bytes) {
    await requests.next();
    port.postMessage(part);
  }
  port.postMessage(null);
  port.close();
}
