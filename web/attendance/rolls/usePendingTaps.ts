import { useCallback, useEffect, type Dispatch } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { fullName } from '#contract/person-name.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { rowOf } from './pending-status.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { tapOf } from './tap-of.ts';
import type { TapResult } from './tap-result.ts';

interface Answers {
  rollNow: () => RollRow[];
  report: Dispatch<Omit<TapResult, 'number'>>;
}

/**
 * Without the network a tap is answered from the cached roll, and so is the tap whose sending failed
 * first. @returns answers a tap or a chosen suggestion; a mark by hand is not announced.
 */
export function usePendingTaps({ id, date }: ClassOnDate, { rollNow, report }: Answers) {
  const queue = useMarkQueue();
  const reportPending = useCallback(
    (command: MarkCommand, name?: string) => {
      const pending = tapOf(command);
      if (pending === null || command.do !== 'mark') return;
      const { student } = command;
      const row = rowOf(student, rollNow());
      const known = row && {
        name: fullName(row),
        student_id: row.student_id,
        profile_image: row.profile_image,
      };
      report({
        tone: 'known',
        text: 'Saved here, sent when the network is back',
        tapped: typeof student === 'string' ? student : name,
        pending,
        student: known,
      });
      playSound('known');
    },
    [rollNow, report],
  );
  useEffect(
    () =>
      queue.onStalled(({ class_schedule, date: day, what, name }) => {
        if (class_schedule === id && day === date) reportPending(what, name);
      }),
    [queue, id, date, reportPending],
  );
  return reportPending;
}
