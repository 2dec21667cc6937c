import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import classes from '#web/ui/Band.module.css';
import { isHeld, meetingText } from './meeting-text.ts';
import { UndoButton } from './UndoBand.tsx';
import { useLastChange } from './useMeetingChange.ts';

interface MeetingBandProps {
  of: ClassSchedule;
  date: string;
  /** What follows from it for the page. */
  children?: ReactNode;
}

/** Shows what is unusual about a class on its date, its new date, and the undo button. */
export function MeetingBand({ of, date, children }: MeetingBandProps) {
  const last = useLastChange({ id: of.id, date });
  const text = meetingText(of);
  if (text === null && last === null && !children) return null;
  const movedTo = of.meeting?.moved_to;
  return (
    <div className={classes.band} role="status" data-held={isHeld(of)}>
      {text !== null && <b>{text}</b>}
      {children}
      {movedTo && (
        <Link to="/attendance/view" search={{ id: of.id, date: movedTo.date }}>
          Open it
        </Link>
      )}
      {last && <UndoButton {...last} />}
    </div>
  );
}
