import { Link } from '@tanstack/react-router';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import classes from '#web/ui/Band.module.css';
import { isHeld, meetingText } from './meeting-text.ts';
import { UndoButton } from './UndoBand.tsx';
import { useLastChange } from './useMeetingChange.ts';

/** Shows what is unusual about a class on its date, its new date, and the undo button. */
export function MeetingBand({ of, date }: { of: ClassSchedule; date: string }) {
  const last = useLastChange({ id: of.id, date });
  const text = meetingText(of);
  if (text === null && last === null) return null;
  const movedTo = of.meeting?.moved_to;
  return (
    <div className={classes.band} role="status" data-held={isHeld(of)}>
      {text !== null && <b>{text}</b>}
      {movedTo && (
        <Link to="/attendance/view" search={{ id: of.id, date: movedTo.date }}>
          Open it
        </Link>
      )}
      {last && <UndoButton {...last} />}
    </div>
  );
}
