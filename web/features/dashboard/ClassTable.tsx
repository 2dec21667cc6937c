import { useRouter } from '@tanstack/react-router';
import { memo, useRef, type MouseEvent, type SyntheticEvent } from 'react';
import type { ClassSchedule } from '#contract/timetable.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { fullName, capitalize } from '#web/ui/labels.ts';
import { useFirstRows } from '#web/ui/useFirstRows.ts';
import { MeetingMenu } from '../meetings/MeetingMenu.tsx';
import { isHeld, meetingText } from '../meetings/meeting-text.ts';
import { CheckInButton } from '../check-in/CheckInButton.tsx';
import { byHour, rollState } from './day.ts';
import classes from './ClassTable.module.css';

interface ClassTableProps {
  label: string;
  all: ClassSchedule[];
  date: string;
  today: string;
  /** Roll and view are disabled: a future date. */
  future: boolean;
  /** Grouped by starting hour, current classes first; otherwise in the given order. */
  byHours?: boolean;
  /** The label in the column of states. */
  stateOf?: (of: ClassSchedule) => string;
}

const hoverDelayMs = 60;

/** Many classes, one line each. Plain elements and links with one handler, since hundreds are rendered. */
export function ClassTable({
  label,
  all,
  date,
  today,
  future,
  byHours = true,
  stateOf = rollState,
}: ClassTableProps) {
  const router = useRouter();
  const can = useCan();
  const { teacher_id } = useUser();
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const groups = byHours ? byHour(all) : [{ title: '', of: all }];
  const drawn = new Set(
    useFirstRows(
      groups.flatMap(({ of }) => of),
      'classes',
    ),
  );
  const parts = groups
    .map(({ title, of }) => ({ title, of: of.filter((it) => drawn.has(it)) }))
    .filter(({ of }) => of.length > 0);
  const actions = { add: can('Attendance', 'add'), view: can('Attendance', 'read'), future };

  function open(event: MouseEvent) {
    const to = targetOf(event);
    if (
      !to ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    void router.navigate(to);
  }
  function prepare(event: SyntheticEvent) {
    clearTimeout(hover.current);
    const to = targetOf(event);
    if (to) hover.current = setTimeout(() => void router.preloadRoute(to), hoverDelayMs);
  }

  return (
    <table
      className={classes.table}
      aria-label={label}
      data-one-teacher={all.every(({ teacher }) => teacher.id === all[0]?.teacher.id) || undefined}
      onClick={open}
      onMouseOver={prepare}
      onFocus={prepare}
      onTouchStart={prepare}
    >
      <thead>
        <tr>
          <th>Time</th>
          <th>Subject</th>
          <th>Room</th>
          <th>Teacher</th>
          <th>Checked in</th>
          <th>Taken</th>
          <th>State</th>
          <th>Actions</th>
        </tr>
      </thead>
      {parts.map(({ title, of }) => (
        <tbody key={title} data-now={title === 'Now' || undefined}>
          {title && (
            <tr>
              <th colSpan={8} scope="rowgroup">
                {title}
              </th>
            </tr>
          )}
          {of.map((it) => (
            <ClassRow
              key={it.id}
              of={it}
              date={date}
              state={stateOf(it)}
              {...actions}
              canCheckIn={date === today && teacher_id === it.teacher.id}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The target of a link to a roll. */
function targetOf({ target }: SyntheticEvent) {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.pathname.startsWith('/attendance/')) return null;
  const { id = '', date = '' } = Object.fromEntries(new URL(link.href).searchParams);
  return {
    to: link.pathname as '/attendance/add' | '/attendance/view',
    search: { id: Number(id), date },
  };
}

interface ClassRowProps {
  of: ClassSchedule;
  date: string;
  state: string;
  add: boolean;
  view: boolean;
  future: boolean;
  canCheckIn: boolean;
}

const ClassRow = memo(function ClassRow({
  of,
  date,
  state,
  add,
  view,
  future,
  canCheckIn,
}: ClassRowProps) {
  const {
    total_students: total,
    total_present: present,
    total_absent: absent,
  } = of.today_students_stats;
  const taken = present + absent;
  const what = `${of.subject.subject_code}, ${of.start_time}, ${of.classroom.room_number}`;
  const search = `?id=${of.id}&date=${date}`;
  const held = isHeld(of);
  const note = meetingText(of);
  return (
    <tr
      data-class={of.id}
      data-ongoing={of.currentClass || undefined}
      data-state={state}
      data-passed={of.period === 'passed' || undefined}
      data-held={held}
    >
      <td style={{ borderLeftColor: of.color_coding }}>
        {of.start_time} – {of.end_time}
      </td>
      <td title={of.subject.subject_name}>
        {of.subject.subject_name} <small>{of.subject.subject_code}</small>
        {note && <div className={classes.note}>{note}</div>}
      </td>
      <td>{of.classroom.room_number}</td>
      <td>{fullName(of.teacher)}</td>
      <td>
        {of.check_in ? (
          'Checked in'
        ) : canCheckIn && held ? (
          <CheckInButton
            of={{ id: of.id, date, teacher: of.teacher }}
            state={of.check_in}
            size="compact-xs"
          />
        ) : held && of.period === 'passed' && total > 0 ? (
          <span className={classes.missing}>No check-in</span>
        ) : (
          '–'
        )}
      </td>
      <td
        title={`${total} ${total === 1 ? 'student' : 'students'}: ${present} present, ${absent} absent`}
        style={{ '--taken': `${total ? (taken * 100) / total : 0}%` }}
      >
        {taken} of {total}
      </td>
      <td>
        {of.currentClass ? (
          <>
            <span className={classes.ongoing}>Ongoing, </span>
            {state}
          </>
        ) : (
          capitalize(state)
        )}
      </td>
      <td>
        {!future && add && held && (
          <a href={`/attendance/add${search}`} aria-label={`Start ${what}`}>
            Start
          </a>
        )}
        {!future && view && (
          <a href={`/attendance/view${search}`} aria-label={`View attendance of ${what}`}>
            View
          </a>
        )}
        {future && add && held && (
          <button type="button" disabled aria-label={`Start ${what}`}>
            Start
          </button>
        )}
        <MeetingMenu of={of} date={date} />
      </td>
    </tr>
  );
});
