import { sql, type RawBuilder } from 'kysely';
import { whereIn, type ListQuery, type ListDefinition } from '#server/platform/resource/list.ts';
import { likePattern } from '#server/platform/http/lists.ts';
import { contains } from '#server/platform/resource/search.ts';
import type { PlaceCheckIn } from '#contract/timetable/further.ts';
import type { Meeting } from '#contract/timetable/meeting.ts';
import type { ClassSchedule, Weekday } from '#contract/timetable/timetable.ts';
import type { WeekWord } from '#contract/weeks.ts';
import { markTotals, staysOn } from '#server/school/attendance.ts';
import { marksOfRoll } from '#server/school/roll-state.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import {
  furtherTeachers,
  hasPlace,
  isInRoom,
  meetingOn,
  peopleOf,
  roomsByIds,
  seatsOf,
  takesPlace,
  teacherOfMeeting,
  teachesClass,
} from '#server/school/meetings.ts';
import { numberOfDay } from '#server/school/when.ts';

export interface ClassRow {
  id: number;
  class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
  day_of_week: number;
  start_time: string;
  end_time: string;
  weeks: string | null;
  group_name: string | null;
  color_coding: string;
  sort_order: number;
  payroll_id: number | null;
  subject_id: number;
  subject_name: string;
  subject_code: string;
  classroom_id: number;
  room_number: string;
  capacity: number;
  teacher_id: number;
  first_name: string;
  last_name: string;
  co_teachers: ClassSchedule['co_teachers'];
  co_payrolls: Record<string, number> | null;
  more_rooms: ClassSchedule['more_rooms'];
  seats: number;
  semester_id: number;
  semester: number;
  year: number;
  semester_start_date: string;
  semester_end_date: string;
  first_week: WeekWord;
  archived: boolean;
  takes_place: boolean;
  meeting_id: number | null;
  meeting_status: Meeting['status'];
  meeting_origin: Meeting['origin'];
  reason: string | null;
  moved_from: string | null;
  moved_to: string | null;
  sequence: number;
  covering_teacher_id: number | null;
  cover_payroll_id: number | null;
  closed_at: string | null;
  roll_closed: boolean;
  number_of_students: number;
  total_present: number;
  total_absent: number;
  /** Its places, where there is more to say than its teacher. */
  is_shared: boolean;
  check_ins: PlaceCheckIn[] | null;
}

export interface ClassesQuery extends ListQuery {
  id?: number[];
  day_of_week?: Weekday[];
  class_type?: string[];
  teacher?: number[];
  subject?: number[];
  classroom?: number[];
  semester?: number[];
  cohort?: number[];
  week?: number;
  /** Only classes of that date; counts are of that date instead of today. */
  date?: string;
  include?: 'changed';
  /** Days in which a roll may be edited; 0 for ever. */
  edit_days: number;
}

/** Columns of a class on a date from its meeting `g`. */
export const meetingColumns = ({
  edit_days,
  today,
}: Pick<ClassesQuery, 'edit_days' | 'today'>) => sql`
  g.id as meeting_id, g.status as meeting_status, g.origin as meeting_origin, g.reason,
  g.moved_from, g.moved_to, g.sequence, g.covering_teacher_id, g.cover_payroll_id,
  g.closed_at, (g.co_teacher_ids is not null or g.changed_places is not null) as is_shared,
  roll_closed(g.date, g.closed_at, g.reopened_at, ${edit_days}::int, ${today}::date) as roll_closed`;

const dayOf = ({ date, today }: Pick<ClassesQuery, 'date' | 'today'>): string => date ?? today;

/** The weekday of a class in lower case, as searches match it. */
const dayNames = sql`(array[
  'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[x.day_of_week]`;

/** Whether a further teacher or room of class `x` has the word; few classes have any. */
const amongFurther = (word: string): RawBuilder<unknown> => sql`(
  x.co_teacher_ids is not null and x.co_teacher_ids && array(
    select id from teacher k where ${contains(word, ['k.first_name', 'k.last_name'])})
  or x.more_classroom_ids is not null and x.more_classroom_ids && array(
    select id from classroom k where ${contains(word, ['k.room_number'])}))`;

const searched = [
  's.subject_name',
  's.subject_code',
  'x.group_name',
  'r.room_number',
  't.first_name',
  't.last_name',
];

/** Whether class `x` with its joined rows has the word of a search. */
const hasWord =
  (start: RawBuilder<unknown>) =>
  (word: string): RawBuilder<unknown> =>
    sql`(
      ${contains(word, searched)}
      or ${amongFurther(word)}
      or concat(${dayNames}, ' ', to_char(${start}, 'HH24:MI')) like ${likePattern(word)})`;

/**
 * The same among the classes of all years: the texts of a thousand subjects, teachers and rooms are looked
 * at, and not those of fifty thousand classes.
 */
const hasWordOfAnyYear = (word: string): RawBuilder<unknown> => sql`(
  x.subject_id in (select id from subject s where ${contains(word, ['s.subject_name', 's.subject_code'])})
  or x.teacher_id in (select id from teacher t where ${contains(word, ['t.first_name', 't.last_name'])})
  or x.classroom_id in (select id from classroom r where ${contains(word, ['r.room_number'])})
  or ${amongFurther(word)}
  or ${dayNames} like ${likePattern(word)}
  or (x.group_name is not null and ${contains(word, ['x.group_name'])})
  ${mayBeTime(word) ? sql`or to_char(x.start_time, 'HH24:MI') like ${likePattern(word)}` : sql``})`;

const mayBeTime = (word: string) => /^[\d:]+$/.test(word);

/** The source of the times, the room and the teacher of a class. */
interface Source {
  /** Sort expressions by day; none on one date. */
  day: RawBuilder<unknown>[];
  start: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
  classroom: RawBuilder<unknown>;
  teacher: RawBuilder<unknown>;
  coTeachers: RawBuilder<unknown>;
  moreRooms: RawBuilder<unknown>;
  inRoom: (rooms: number[]) => RawBuilder<boolean>;
}
const inRoomOfWeek = (rooms: number[]) => sql<boolean>`(
  x.classroom_id = any(${rooms}::bigint[]) or x.more_classroom_ids && ${rooms}::bigint[])`;
const week: Source = {
  day: [sql`x.day_of_week`],
  start: sql`x.start_time`,
  end: sql`x.end_time`,
  classroom: sql`x.classroom_id`,
  teacher: sql`x.teacher_id`,
  coTeachers: sql`x.co_teacher_ids`,
  moreRooms: sql`x.more_classroom_ids`,
  inRoom: inRoomOfWeek,
};
const meeting: Source = {
  day: [],
  start: sql`g.start_time`,
  end: sql`g.end_time`,
  classroom: sql`g.classroom_id`,
  teacher: teacherOfMeeting,
  coTeachers: furtherTeachers,
  moreRooms: sql`g.more_classroom_ids`,
  inRoom: isInRoom,
};

const semester = sql`join semester m on m.id = x.semester_id`;

/** Classes with all columns of lists, cards and the attendance screen. */
function classesBy(
  { day, start, end, classroom, teacher, coTeachers, moreRooms, inRoom }: Source,
  joinsOf: {
    joins: (query: ClassesQuery) => RawBuilder<unknown>;
    pageJoins: (query: ClassesQuery) => RawBuilder<unknown>;
  },
  search: (word: string) => RawBuilder<unknown>,
  filters: (query: ClassesQuery) => (RawBuilder<unknown> | undefined)[],
): ListDefinition<ClassesQuery> {
  const byTime = [start, sql`x.sort_order`, sql`s.subject_code`];
  return {
    table: 'class_schedule',
    joins: (query) => sql`
      ${joinsOf.joins(query)}
      join subject s on s.id = x.subject_id
      join classroom r on r.id = ${classroom}
      join teacher t on t.id = ${teacher}`,
    pageJoins: (query) => sql`
      ${joinsOf.pageJoins(query)}
      cross join lateral (
        select count(*) as number_of_students from enrolment e
        where e.class_schedule_id = x.id and ${enrolledOn(dayOf(query))}
      ) enrolled
      cross join lateral (
        select ${markTotals} from ${marksOfRoll(sql`x.id`, dayOf(query))}
      ) marks`,
    columns: (query) => sql`
      x.id, x.class_type, x.day_of_week, ${start} as start_time, ${end} as end_time,
      weeks_text(x.weeks) as weeks, x.group_name, x.color_coding, x.sort_order, x.payroll_id,
      s.id as subject_id, s.subject_name, s.subject_code, r.id as classroom_id, r.room_number,
      r.capacity,
      t.id as teacher_id, t.first_name, t.last_name, ${peopleOf(coTeachers)} as co_teachers, x.co_payrolls,
      ${roomsByIds(moreRooms)} as more_rooms, ${seatsOf(sql`r.capacity`, moreRooms)} as seats,
      m.id as semester_id, m.semester, m.year, m.semester_start_date, m.semester_end_date,
      m.first_week,
      x.archived_at is not null as archived, coalesce(${takesPlace}, false) as takes_place,
      ${meetingColumns(query)},
      enrolled.number_of_students, marks.total_present, marks.total_absent, (
        select jsonb_agg(jsonb_build_object('teacher', jsonb_build_object('id', lt.id, 'first_name', lt.first_name,
          'last_name', lt.last_name), 'place', l.class_teacher_id, 'status', l.status) order by l.id)
        from payroll_log l join teacher lt on lt.id = l.teacher_id
        where l.class_schedule_id = x.id and l.date = ${dayOf(query)}::date
      ) as check_ins`,
    search,
    filters: (query) => [
      whereIn('x.id', query.id),
      query.day_of_week && sql`x.day_of_week = any(${query.day_of_week.map(numberOfDay)}::int[])`,
      query.class_type && sql`x.class_type = any(${query.class_type}::text[])`,
      whereIn('x.subject_id', query.subject),
      query.classroom && inRoom(query.classroom),
      whereIn('x.semester_id', query.semester),
      query.week !== undefined &&
        sql`(${query.week}::int = any(x.weeks) or x.weeks is null and exists (
          select from semester w where w.id = x.semester_id
            and ${query.week}::int <= semester_week(w.class_end_date, w.class_start_date)))`,
      query.cohort &&
        sql`
          x.id in (select class_schedule_id from cohort_schedule
            where cohort_id = any(${query.cohort}::bigint[]))`,
      ...filters(query),
    ],
    sortKeys: {
      day_of_week: [...day, ...byTime],
      start_time: byTime,
      subject: [sql`s.subject_code`, ...day, start],
      classroom: [sql`r.room_number collate natural_order`, ...day, start],
      teacher: [
        sql`sort_name(t.first_name, t.last_name) collate natural_order`,
        sql`t.first_name collate natural_order`,
        ...day,
        start,
      ],
    },
  };
}

/** Weekly classes; the meeting of today says whether a class is in session. */
export const classList: ListDefinition<ClassesQuery> = {
  ...classesBy(
    week,
    {
      joins: () => semester,
      pageJoins: ({ today }) => sql`left join ${meetingOn(sql`x.id`, today)}`,
    },
    hasWordOfAnyYear,
    ({ teacher }) => [teacher && teachesClass(teacher, 'x')],
  ),
  countsWithoutJoins: true,
};

/** Classes on a date, whatever the state of their meetings; as in the week where none is planned. */
export const classOnDate = classesBy(
  {
    day: [],
    start: sql`coalesce(g.start_time, x.start_time)`,
    end: sql`coalesce(g.end_time, x.end_time)`,
    classroom: sql`coalesce(g.classroom_id, x.classroom_id)`,
    teacher: sql`coalesce(${teacherOfMeeting}, x.teacher_id)`,
    coTeachers: sql`(case when g.id is null then x.co_teacher_ids else ${furtherTeachers} end)`,
    moreRooms: sql`(case when g.id is null then x.more_classroom_ids else g.more_classroom_ids end)`,
    inRoom: inRoomOfWeek,
  },
  {
    joins: (query) => sql`left join ${meetingOn(sql`x.id`, dayOf(query))}`,
    pageJoins: () => semester,
  },
  hasWord(sql`coalesce(g.start_time, x.start_time)`),
  () => [],
);

/** Classes of a date as they are held on it; on request includes cancelled and moved ones. */
export const meetingList: ListDefinition<ClassesQuery> = {
  ...classesBy(
    meeting,
    {
      joins: (query) => sql`join ${meetingOn(sql`x.id`, dayOf(query))}`,
      pageJoins: () => semester,
    },
    hasWord(meeting.start),
    ({ include, teacher, ...query }) => [
      staysOn(dayOf(query), 'x'),
      include === 'changed' ? sql`g.status in ('scheduled', 'cancelled', 'moved')` : takesPlace,
      // The covered teacher still sees the class.
      teacher && hasPlace(teacher),
    ],
  ),
  archivable: false,
};
