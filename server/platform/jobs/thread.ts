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
      reject(
        new Error(
          isStopped
            ? 'The work was stopped.'
            : `The thread ended with ${code} before its work was done.`,
        ),
      );
    });
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
