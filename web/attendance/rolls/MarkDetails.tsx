import { useState } from 'react';
import { minutesOf } from '#contract/dates.ts';
import type { RollRow } from '#contract/marks.ts';
import type { MarkDetail } from '#contract/mark-bodies.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import { timeOfDay } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { focusMark } from './useRowKeys.ts';

const MarkDetailsDialog = lazyPart(() => import('./MarkDetailsDialog.tsx'), {
  onFail: ({ close }) => partNotLoaded(close),
});

/** A mark whose details the dialog requests. */
export interface DetailedMark {
  row: RollRow;
  status: Status;
}

interface MarkDetailsProps {
  of: DetailedMark;
  schedule: ClassSchedule;
  /** The status of the student now, after what waits. */
  now: RollStatus;
  /** @param seen the status when the dialog was opened: another one stays. */
  save: (row: RollRow, status: Status, detail: MarkDetail, seen: RollStatus) => void;
  close: () => void;
}

/** Asks for the details of a mark; afterwards its button has the focus again. */
export function MarkDetails({
  of: { row, status },
  schedule,
  now: statusNow,
  save,
  close,
}: MarkDetailsProps) {
  const { config, now } = useSession();
  const [seen] = useState(statusNow);
  return (
    <MarkDetailsDialog
      row={row}
      status={status}
      lateNow={minutesSince(schedule, timeOfDay(now().toISOString(), config.time_zone))}
      changedTo={statusNow === seen ? null : statusNow}
      save={(...mark) => save(...mark, seen)}
      close={() => {
        close();
        focusMark(row.student_id, status);
      }}
    />
  );
}

/** Minutes since the start of a class that is in session; null of others. */
function minutesSince({ currentClass, start_time }: ClassSchedule, now: string): number | null {
  return currentClass ? Math.max(0, minutesOf(now) - minutesOf(start_time)) || null : null;
}
