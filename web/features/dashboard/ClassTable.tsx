import { useRouter } from '@tanstack/react-router';
import { memo, useRef, type CSSProperties, type MouseEvent, type SyntheticEvent } from 'react';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { useMay, useUser } from '../../app/SessionProvider.tsx';
import { fullName } from '../../ui/names.ts';
import { CheckInButton } from '../check-in/CheckInButton.tsx';
import { byHour, rollState } from './day.ts';
import classes from './ClassTable.module.css';

interface ClassTableProps {
  label: string;
  all: ClassSchedule[];
  date: string;
  today: string;
  /** Roll and view are closed: the date has not come yet. */
  future: boolean;
}

const settleMs = 60;

/** Many classes by their start, a line each. Plain elements and links, one handler for all: hundreds are drawn at once. */
export function ClassTable({ label, all, date, today, future }: ClassTableProps) {
  const router = useRouter();
  const may = useMay();
  const { teacher_id } = useUser();
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const actions = { add: may('Attendance', 'add'), view: may('Attendance', 'read'), future };

  function open(event: MouseEvent) {
    const to = targetOf(event);
    if (!to || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(to);
  }
  function prepare(event: SyntheticEvent) {
    clearTimeout(hover.current);
    const to = targetOf(event);
    if (to) hover.current = setTimeout(() => void router.preloadRoute(to), settleMs);
  }

  return (
    <table className={classes.table} aria-label={label} onClick={open} onMouseOver={prepare} onFocus={prepare} onTouchStart={prepare}>
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
      {byHour(all).map(({ title, of }) => (
        <tbody key={title} data-now={title === 'Now' || undefined}>
          <tr>
            <th colSpan={8} scope="rowgroup">
              {title}
            </th>
          </tr>
          {of.map((it) => (
            <ClassRow key={it.id} of={it} date={date} {...actions} mayCheckIn={date === today && teacher_id === it.teacher.id} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Where a link of the table leads. */
function targetOf({ target }: SyntheticEvent) {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link) return null;
  const { id = '', date = '' } = Object.fromEntries(new URL(link.href).searchParams);
  return { to: link.pathname as '/attendance/add' | '/attendance/view', search: { id: Number(id), date } };
}

interface ClassRowProps {
  of: ClassSchedule;
  date: string;
  add: boolean;
  view: boolean;
  future: boolean;
  mayCheckIn: boolean;
}

const ClassRow = memo(function ClassRow({ of, date, add, view, future, mayCheckIn }: ClassRowProps) {
  const { total_students: total, total_present: present, total_absent: absent } = of.today_students_stats;
  const state = rollState(of);
  const taken = present + absent;
  const what = `${of.subject.subject_code}, ${of.start_time}, ${of.classroom.room_number}`;
  const search = `?id=${of.id}&date=${date}`;
  return (
    <tr data-class={of.id} data-ongoing={of.currentClass || undefined} data-state={state} data-passed={of.period === 'passed' || undefined}>
      <td style={{ borderLeftColor: of.color_coding }}>
        {of.start_time} – {of.end_time}
      </td>
      <td>
        {of.subject.subject_name} <small>{of.subject.subject_code}</small>
      </td>
      <td>{of.classroom.room_number}</td>
      <td>{fullName(of.teacher)}</td>
      <td>
        {of.check_in ? (
          'Checked in'
        ) : mayCheckIn ? (
          <CheckInButton of={{ id: of.id, date, teacher: of.teacher }} state={of.check_in} size="compact-xs" />
        ) : (
          '–'
        )}
      </td>
      <td
        title={`${total} students: ${present} present, ${absent} absent`}
        style={{ '--taken': `${total ? (taken * 100) / total : 0}%` } as CSSProperties}
      >
        {taken} of {total}
      </td>
      <td>{of.currentClass ? `Ongoing, ${state}` : state}</td>
      <td>
        {!future && add && (
          <a href={`/attendance/add${search}`} aria-label={`Start ${what}`}>
            Start
          </a>
        )}
        {!future && view && (
          <a href={`/attendance/view${search}`} aria-label={`View attendance of ${what}`}>
            View
          </a>
        )}
        {future && add && (
          <button type="button" disabled aria-label={`Start ${what}`}>
            Start
          </button>
        )}
      </td>
    </tr>
  );
});
