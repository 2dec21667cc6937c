import { expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { Week } from '#contract/timetable/week.ts';
import { classOfDay } from '#web/test/class-of-day.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { ClassCard } from './ClassCard.tsx';
import { ClassTable } from './ClassTable.tsx';
import { WeekDays } from '#web/timetable/weeks/WeekDays.tsx';

const date = '2026-03-02';
const archived = {
  ...classOfDay,
  meeting: { ...classOfDay.meeting, roll_closed: true, archived: true },
} as ClassSchedule;
const week = {
  days: [{ date, kind: 'class_day', holidays: [], closed_rooms: [] }],
  results: [{ ...archived, date, usual: null }],
  total: 1,
} as unknown as Week;
const permissions = {
  Attendance: ['read', 'add'],
  Timetables: ['read', 'edit'],
  'My Timesheet': ['read', 'add'],
  'Timesheet Admin Portal': ['add'],
} as never;

it.each([
  ['card', <ClassCard key="card" of={archived} date={date} future={false} />, /View attendance/],
  [
    'row',
    <ClassTable
      key="table"
      label="Day"
      groups={[{ title: '09:00', of: [archived] }]}
      date={date}
      today={date}
      future={false}
    />,
    /View attendance of MAT1/,
  ],
  ['block', <WeekDays key="week" label="Week" week={week} turn={() => {}} canDrag />, /Maths|MAT1/],
] as const)(
  'an archived class whose roll was begun is a %s that says so and only leads to the roll to read (R-MEETING-2)',
  async (_, shown, view) => {
    const { screen } = await renderPage(shown, { permissions });
    await expect.element(screen.getByText('Class archived')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: view }))
      .toHaveAttribute('href', expect.stringMatching(/^\/attendance\/view\?id=5/));
    expect(screen.getByRole('link').elements()).toHaveLength(1);
    expect(screen.getByRole('button').elements()).toHaveLength(0);
    await expect.element(screen.getByText('No check-in')).not.toBeInTheDocument();
  },
);
