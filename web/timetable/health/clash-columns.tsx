import type { ClashKind } from '#contract/clash.ts';
import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { shortDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';

type Classed = TimetableClash['class'];

export const kindTitles: Record<ClashKind, string> = {
  teacher: 'Teacher needed twice',
  classroom: 'Room needed twice',
  students: 'Students in two places',
  closed: 'Room closed',
  seats: 'Too few seats',
  holiday: 'On a holiday',
  outside: 'Outside the class dates',
  archived: 'Teacher or room archived',
};

/** In a column of a list. */
const kindNames: Record<ClashKind, string> = {
  teacher: 'Teacher',
  classroom: 'Room',
  students: 'Students',
  closed: 'Closed room',
  seats: 'Seats',
  holiday: 'Holiday',
  outside: 'Outside dates',
  archived: 'Archived',
};

/** `MAT1, Mon 09:00–10:30, B2.10`. */
export const classText = ({ subject, day_of_week, start_time, end_time, room_number }: Classed) =>
  `${subject.subject_code}, ${day_of_week.slice(0, 3)} ${start_time}–${end_time}, ${room_number}`;

/** Links to the form that changes the class. */
function ClassLink({ of }: { of: Classed }) {
  return (
    <AnchorLink size="sm" to="/timetable/add" search={{ edit: String(of.class_schedule) }}>
      {classText(of)}
    </AnchorLink>
  );
}

/** The person or room that is needed twice, or the problem. */
function whatText({ kind, name, students, seats, reason }: TimetableClash): string | null {
  if (students) {
    const { count, first } = students;
    const more = count > first.length ? [`${count - first.length} more`] : [];
    const names = [...first.map((student) => student.name), ...more].join(', ');
    return `${count === 1 ? '1 student' : `${count} students`}: ${names}`;
  }
  if (seats) return `${name}: ${seats.capacity} seats, ${seats.enrolled} students`;
  return kind === 'closed' ? `${name}: ${reason}` : name;
}

const what: Column<TimetableClash> = {
  id: 'what',
  title: 'Who or what',
  text: whatText,
  wraps: true,
};
const ofClass: Column<TimetableClash> = {
  id: 'class',
  title: 'Class',
  text: (row) => classText(row.class),
  cell: (row) => <ClassLink of={row.class} />,
};
const dates: Column<TimetableClash>[] = [
  {
    id: 'date',
    title: 'First date',
    text: (row) => row.date,
    cell: (row) => (
      <AnchorLink size="sm" to="/dashboard" search={{ date: row.date, teacher: 'all' }}>
        {shortDay(row.date)}
      </AnchorLink>
    ),
    ordering: 'date',
  },
  { id: 'dates', title: 'Dates', text: (row) => row.dates, numeric: true, ordering: 'dates' },
  { id: 'last', title: 'Last date', text: (row) => row.last_date, onlyInFiles: true },
];

/** Columns of clashes of every kind. */
export const clashColumns: Column<TimetableClash>[] = [
  { id: 'kind', title: 'Kind', text: (row) => kindNames[row.kind], ordering: 'kind' },
  ofClass,
  {
    id: 'other',
    title: 'Other class',
    text: (row) => row.other && classText(row.other),
    cell: (row) => (row.other ? <ClassLink of={row.other} /> : '–'),
  },
  what,
  ...dates,
  { id: 'confirmed', title: 'Confirmed', text: (row) => (row.confirmed ? 'Confirmed' : 'No') },
];

/** Columns of classes with more students than seats. @param semester of the rooms that would fit. */
export const capacityColumns = (semester: number | undefined): Column<TimetableClash>[] => [
  ofClass,
  { id: 'enrolled', title: 'Students', text: (row) => row.seats?.enrolled, numeric: true },
  { id: 'capacity', title: 'Seats', text: (row) => row.seats?.capacity, numeric: true },
  {
    id: 'missing',
    title: 'Missing',
    text: (row) => row.seats && row.seats.enrolled - row.seats.capacity,
    numeric: true,
    ordering: 'missing',
  },
  ...dates,
  {
    id: 'rooms',
    title: 'Rooms that fit',
    text: (row) => `${row.seats?.enrolled ?? 1} seats or more`,
    cell: (row) => (
      <AnchorLink
        size="sm"
        to="/free-rooms"
        search={{
          day: row.class.day_of_week,
          semester: semester === undefined ? undefined : String(semester),
          seats: String(row.seats?.enrolled ?? 1),
        }}
        aria-label={`Rooms with ${row.seats?.enrolled} seats on ${row.class.day_of_week}`}
      >
        Free rooms
      </AnchorLink>
    ),
  },
];
