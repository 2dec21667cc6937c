import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Loop } from '#server/platform/jobs/loop.ts';
import type { ReportFailure } from '#server/platform/operations/outages.ts';
import type { DeliverJob } from './deliver-thread.ts';

/** Longer than a request; what is cut off is sent again by another process. */
const stopTimeoutMs = 8000;
/** After the thread has ended by an error. */
const restartMs = 5000;

/**
 * Sends events in a thread of its own, with connections of its own: neither a slow receiver nor its TLS
 * takes time from requests. (decision 38)
 */
export function keepWebhooks(job: () => DeliverJob, report: ReportFailure): Loop {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | null = null;

  function start(): void {
    const started = new Worker(new URL('./deliver-thread.ts', import.meta.url), {
      workerData: job(),
    });
    thread = started;
    started.unref();
    started.on('message', ({ error }: { error: string }) => report('Webhooks', new Error(error)));
    started.on('error', (error: Error) => report('Webhooks', error));
    started.once('exit', () => {
      thread = null;
      if (!isStopped) timer = setTimeout(start, restartMs).unref();
    });
  }
  start();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (!thread) return;
      const stopping = thread;
      const ended = once(stopping, 'exit');
      const cutOff = setTimeout(() => void stopping.terminate(), stopTimeoutMs);
      stopping.postMessage('stop');
      await ended;
      clearTimeout(cutOff);
    },
  };
}
