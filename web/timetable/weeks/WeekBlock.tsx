import type { CSSProperties } from 'react';
import { Link } from '@tanstack/react-router';
import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { minutesOf } from '#contract/dates.ts';
import type { WeekClass } from '#contract/timetable/week.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { canBeTaken, isHeld } from '../meetings/meeting-text.ts';
import { MeetingMenu } from '../meetings/MeetingMenu.tsx';
import type { Placed } from '../class-schedules/lanes.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { remarkOf } from './remarks.ts';
import type { useDrag } from './useDrag.ts';
import { weekPlace } from './week-place.ts';
import classes from './WeekDays.module.css';

const hour = 60;

interface WeekBlockProps {
  block: Placed<WeekClass>;
  /** The first hour that is drawn, in minutes. */
  from: number;
  drag: ReturnType<typeof useDrag>;
}

/** A class on its date: it links to its roll, and has the menu of changes. */
export function WeekBlock({ block: { it, lane, lanes }, from, drag }: WeekBlockProps) {
  const start = minutesOf(it.start_time);
  const style: CSSProperties = {
    '--color': it.color_coding,
    '--from': (start - from) / hour,
    '--length': (minutesOf(it.end_time) - start) / hour,
    '--lane': lane,
    '--lanes': lanes,
  };
  const remark = remarkOf(it);
  return (
    <li
      className={classes.block}
      style={style}
      data-class={it.id}
      data-held={isHeld(it)}
      data-changed={remark !== null || undefined}
      data-dragged={drag.dragged?.it.meeting.id === it.meeting.id || undefined}
    >
      <Link
        {...useRollOf(it)}
        {...drag.handlersOf(it)}
        draggable={false}
        data-block={it.meeting.id}
      >
        <strong>{classCode(it)}</strong>
        <span>
          {it.start_time}
          <span className={classes.wide}>–{it.end_time}</span> {namesOfRooms(it)}
        </span>
        <span>
          <TeacherNames of={it} />
        </span>
        {remark && <em>{remark}</em>}
        <span className={`${classes.wide} ${classes.subject}`}>{it.subject.subject_name}</span>
        <span className={classes.type}>{it.class_type}</span>
      </Link>
      <div className={`at-screen ${classes.menu}`}>
        <MeetingMenu of={it} date={it.date} place={weekPlace} />
      </div>
    </li>
  );
}

/**
 * The link to the roll of a class: to take it where that is possible; for a moved class on its new
 * date.
 */
function useRollOf(of: WeekClass) {
  const { id, date, meeting } = of;
  const { today } = useSession().config;
  const takes = useCan()('Attendance', 'add') && canBeTaken(of) && date <= today;
  return {
    to: takes ? ('/attendance/add' as const) : ('/attendance/view' as const),
    search: { id, date: meeting.moved_to?.date ?? date },
  };
}
