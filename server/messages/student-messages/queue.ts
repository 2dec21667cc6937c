import type { Jobs, Queue } from '#server/platform/jobs/queue.ts';
import { createDelivery } from '#server/school/mail-delivery.ts';
import { createHandOver, type HandOverOptions } from './hand-over.ts';

/** Mails of messages that are sent at a time; each needs a connection of the pool, and taps the others. */
const atOnce = 6;

/** The queue of messages: each is read again and written when its turn has come. */
export function createMessageQueue({
  jobs,
  ...options
}: HandOverOptions & { jobs: Jobs }): Promise<Queue> {
  const { database, clock, config } = options;
  return jobs.queue({
    name: 'message',
    retrySeconds: config.mailRetrySeconds,
    atOnce,
    handler: createDelivery({
      database,
      now: () => clock.now().toString(),
      ...createHandOver(options),
    }),
  });
}
