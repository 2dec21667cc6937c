import { useRouter } from '@tanstack/react-router';
import { useRef, type MouseEvent, type SyntheticEvent } from 'react';
import { isTaughtBy } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { useFirstRows } from '#web/ui/useFirstRows.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import { useCheckInRight } from '#web/pay/public/useCheckInRight.ts';
import { ClassRow } from './ClassRow.tsx';
import { rollState, type ClassGroup } from './day.ts';
import classes from './ClassTable.module.css';

interface ClassTableProps {
  label: string;
  groups: ClassGroup[];
  date: string;
  today: string;
  /** Roll and view are disabled: a future date. */
  future: boolean;
}

const hoverDelayMs = 60;

/** Many classes, two lines each. Plain elements and links with one handler, since hundreds are rendered. */
export function ClassTable({ label, groups, date, today, future }: ClassTableProps) {
  const router = useRouter();
  const can = useCan();
  const { teacher_id } = useUser();
  const right = useCheckInRight();
  const checkInOf = (of: ClassSchedule) => {
    if (date !== today) return null;
    if (right === 'disabled') return right;
    return right === 'own' && isTaughtBy(of, teacher_id) ? 'enabled' : null;
  };
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const steady = useSteadyRows<HTMLTableElement>('tr');
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
      {...steady}
      onClick={open}
      onMouseOver={prepare}
      onFocus={prepare}
      onTouchStart={prepare}
    >
      <thead>
        <tr>
          <th>Time, type</th>
          <th>Subject, semester</th>
          <th>Room, teacher</th>
          <th>Taken</th>
          <th>State</th>
          <th>Actions</th>
        </tr>
      </thead>
      {parts.map(({ title, of }) => (
        <tbody key={title} data-now={title === 'Now' || undefined}>
          <tr>
            <th colSpan={6} scope="rowgroup">
              {title}
            </th>
          </tr>
          {of.map((it) => (
            <ClassRow
              key={it.id}
              of={it}
              date={date}
              state={rollState(it)}
              {...actions}
              checkIn={checkInOf(it)}
              teacher={teacher_id}
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
