import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { weekdays as allWeekdays } from '#contract/weekdays.ts';
import { addDays } from '#contract/dates.ts';
import { dayAndMonth, shortDay } from '#web/ui/format.ts';
import classes from './HeatMap.module.css';
import { DaysTable } from './DaysTable.tsx';
import {
  dayByKey,
  dayCounts,
  dayText,
  gridOf,
  lookOf,
  type DayCounts,
  type DayLook,
} from './heat-map.ts';

const signs: Record<DayLook, string> = {
  present: '✓',
  late: 'L',
  excused: 'E',
  'some absent': '✗',
  'all absent': '✗',
  'not taken': '·',
};
const legend: [DayLook, string][] = [
  ['present', 'present'],
  ['late', 'late'],
  ['excused', 'excused'],
  ['some absent', 'absent in some classes'],
  ['all absent', 'absent all day'],
  ['not taken', 'not taken'],
];

interface HeatMapProps {
  /** The classes of one semester. */
  attendance: StudentDetails['attendance'];
  /** The student; null for an erased one, who has no week. */
  student: number | null;
}

/**
 * Each day with classes as a square, by week: signs and lightness, not colours alone. One stop of the
 * Tab key; arrows move between the days.
 */
export function HeatMap({ attendance, student }: HeatMapProps) {
  const days = dayCounts(attendance);
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const byDate = new Map(days.map((day) => [day.date, day]));
  const { mondays, weekdays } = gridOf(days);
  const stop = current !== null && byDate.has(current) ? current : days.at(-1)?.date;
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const next = stop === undefined ? null : dayByKey(days, stop, event.key);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  };
  return (
    <section className={classes.map} aria-label="Days of the semester">
      <div className={classes.scroll}>
        {/* Its links take the keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table ref={table} className={classes.heat} aria-label="Days, by week" onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col">
                <span className="at-hidden">Weekday</span>
              </th>
              {mondays.map((monday, at) => (
                <th key={monday} scope="col">
                  <span className="at-hidden">Week of {dayAndMonth(monday)}</span>
                  <span aria-hidden="true">{monthAt(mondays, at)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{allWeekdays[weekday]?.slice(0, 3)}</th>
                {mondays.map((monday) => {
                  const day = byDate.get(addDays(monday, weekday));
                  return (
                    <td key={monday}>
                      {day && (
                        <Day
                          day={day}
                          student={student}
                          isStop={day.date === stop}
                          focused={setCurrent}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={classes.legend} aria-label="Signs">
        {legend.map(([look, text]) => (
          <li key={look}>
            <span data-look={look} aria-hidden="true">
              {signs[look]}
            </span>
            {text}
          </li>
        ))}
      </ul>
      <Text className="at-screen" size="xs" c="dimmed">
        A day opens its roll, or its week. Arrow keys move between the days.
      </Text>
      <DaysTable days={days} />
    </section>
  );
}

interface DayProps {
  day: DayCounts;
  student: number | null;
  isStop: boolean;
  focused: (date: string) => void;
}

function Day({ day, student, isStop, focused }: DayProps) {
  const { date, only } = day;
  const look = lookOf(day);
  const text = `${shortDay(date)}: ${dayText(day)}`;
  const shared = {
    'data-look': look,
    'data-date': date,
    title: text,
    'aria-label': text,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => focused(date),
    children: signs[look],
  };
  if (only !== null) return <Link to="/attendance/view" search={{ id: only, date }} {...shared} />;
  if (student === null) return <span {...shared} role="img" />;
  return <Link to="/timetable/week" search={{ student: String(student), date }} {...shared} />;
}

/** "Nov" above the first week of a month. */
function monthAt(mondays: string[], at: number): string {
  const month = (monday: string | undefined) => monday?.slice(0, 7);
  if (month(mondays[at - 1]) === month(mondays[at])) return '';
  return dayAndMonth(mondays[at] ?? '').replaceAll(/[\d.\s]/g, '');
}
