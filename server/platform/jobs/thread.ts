import { on, type EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { parentPort, Worker } from 'node:worker_threads';

interface ThreadOptions {
  signal?: AbortSignal;
  /** Memory that its objects may take, in megabytes; more fails with `ERR_WORKER_OUT_OF_MEMORY`. */
  maxHeapMb?: number;
}

/** Runs a module in a thread of its own: long work does not keep requests waiting. @returns what it posts. */
export function inThread<Result>(module: URL, data: unknown, { signal, maxHeapMb }: ThreadOptions = {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    const stop = () => {
      void thread.terminate();
      reject(new Error('The work was stopped.'));
    };
    signal?.addEventListener('abort', stop, { once: true });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', stop);
      reject(new Error(`The thread ended with ${code} before its work was done.`));
    });
  });
}

/** What a module posts with `postAll`, as it comes; the thread waits while nobody reads. */
export function threadStream(module: URL, data: unknown): Readable {
  // What streams through is garbage at once: a small heap is enough, and keeps the process small.
  const thread = new Worker(module, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
  const stream = new Readable({
    read: () => thread.postMessage('more'),
    destroy(error, done) {
      void thread.terminate();
      done(error);
    },
  });
  thread.on('message', (part: Uint8Array | null) => stream.push(part));
  thread.on('error', (error) => stream.destroy(error as Error));
  return stream;
}

/** In the thread: hands over what a stream has, a piece for each time that it is asked for more. */
export async function postAll(bytes: Readable): Promise<void> {
  const port = parentPort!;
  const wishes = on(port as unknown as EventEmitter, 'message');
  for await (const part of bytes as AsyncIterable<Uint8Array>) {
    await wishes.next();
    port.postMessage(part);
  }
  port.postMessage(null);
  port.close();
}
