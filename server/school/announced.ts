import type { LiveHub } from '#server/platform/live/hub.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { publishPlan } from './live-marks.ts';

/** A writer of rows that open rolls and days name: after a change they read again. */
export const announced = (writer: ResourceWriter, live: LiveHub): ResourceWriter => ({
  ...writer,
  async begin(trx, step) {
    if (step.what === 'change') step.afterCommit.push(() => publishPlan(live));
    await writer.begin?.(trx, step);
  },
});
