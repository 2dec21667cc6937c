import { useCallback, useEffect, type Dispatch } from 'react';
import type { RollRow } from '#contract/marks.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { fullName } from '#web/ui/labels.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { studentOf } from './pending-status.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import type { TapResult } from './tap-result.ts';

interface Answers {
  rollNow: () => RollRow[];
  report: Dispatch<Omit<TapResult, 'number'>>;
}

/**
 * Without the network a tap is answered from the cached roll, and so is the tap whose sending failed
 * first. @returns answers a tap; a student who was chosen in the list is not announced.
 */
export function usePendingTaps({ id, date }: ClassOnDate, { rollNow, report }: Answers) {
  const queue = useMarkQueue();
  const reportPending = useCallback(
    (student: string | number) => {
      if (typeof student === 'number') return;
      const row = studentOf(rollNow(), student);
      const known = row && {
        name: fullName(row),
        student_id: row.student_id,
        profile_image: row.profile_image,
      };
      report({
        tone: 'known',
        text: 'Saved here, sent when the network is back',
        tapped: student,
        pending: student,
        student: known,
      });
      playSound('known');
    },
    [rollNow, report],
  );
  useEffect(
    () =>
      queue.onStalled(({ class_schedule, date: day, what }) => {
        if (class_schedule === id && day === date && what.do === 'mark')
          reportPending(what.student);
      }),
    [queue, id, date, reportPending],
  );
  return reportPending;
}
