import type { Database } from '#server/platform/database/pool.ts';
import { numberOfDay } from '#server/school/when.ts';
import { weekdayError } from '#server/timetable/index.ts';
import { idsOf, type RowResolver } from './references.ts';
import type { Step } from './step.ts';
import { semestersWithWeeks, weeksInSemester, type FileWeeks } from './weeks.ts';
import { upsert, type Target } from './upsert.ts';

/** The classes of `timetable`; without a column of weeks, these stay as they are. */
export const importTimetable: Step<'timetable'> = async (
  database,
  rows,
  resolver,
  { columns, weekdays: chosen },
) => {
  const subjects = await idsOf(database, 'subject');
  const teachers = await idsOf(database, 'teacher');
  const classrooms = await idsOf(database, 'classroom');
  const semesters = await idsOf(database, 'semester');
  const hasWeeks = columns.includes('weeks');
  const weeks = hasWeeks ? await weeksResolver(database, resolver) : null;
  const further = furtherResolver(resolver);
  const resolved = resolver
    .unique(rows, 'ref', (row) => row.ref)
    .map(({ line, row }) => {
      const semester = resolver.find(semesters, 'semester', line, 'semester', row.semester);
      return {
        ref: row.ref,
        class_type: row.class_type,
        day_of_week: chosen.some((day) => numberOfDay(day) === row.day_of_week)
          ? row.day_of_week
          : resolver.reject(line, 'day_of_week', weekdayError(chosen)),
        start_time: row.start_time,
        end_time: row.end_time,
        color_coding: row.color_coding,
        subject_id: resolver.find(subjects, 'subject', line, 'subject_code', row.subject_code),
        teacher_id: resolver.find(teachers, 'teacher', line, 'teacher', row.teacher),
        classroom_id: roomOf(resolver, classrooms, line, row.classroom),
        semester_id: semester,
        ...(columns.includes('co_teachers') && {
          co_teacher_ids: further(line, 'co_teachers', row.co_teachers, {
            ids: teachers,
            what: 'teacher',
            first: row.teacher,
          }),
        }),
        ...(columns.includes('more_rooms') && {
          more_classroom_ids: further(line, 'more_rooms', row.more_rooms, {
            ids: classrooms,
            what: 'classroom',
            first: row.classroom,
          }),
        }),
        ...(columns.includes('group') && { group_name: row.group ?? undefined }),
        ...(weeks && semester !== null && { weeks: weeks(line, row.weeks, semester) }),
      };
    });
  const target: Target = {
    ...classTarget,
    types: {
      ...classTarget.types,
      ...(hasWeeks && { weeks: 'smallint[]' }),
      ...(columns.includes('group') && { group_name: 'text' }),
      ...(columns.includes('co_teachers') && { co_teacher_ids: 'bigint[]' }),
      ...(columns.includes('more_rooms') && { more_classroom_ids: 'bigint[]' }),
    },
  };
  return upsert(database, target, resolved.filter(isComplete));
};

interface Further {
  ids: Map<string, number>;
  what: string;
  /** The first teacher or room, which is no further one. */
  first: string;
}

/**
 * Finds the further teachers or rooms of a row.
 * @returns undefined for none, null where one was refused.
 */
const furtherResolver =
  (resolver: RowResolver) =>
  (line: number, column: string, keys: string[], { ids, what, first }: Further) => {
    if (keys.includes(first)) return resolver.reject(line, column, `names ${first} again`);
    const found = keys.map((key) => resolver.find(ids, what, line, column, key));
    const known = found.filter((id) => id !== null);
    if (known.length < found.length) return null;
    return known.length ? known : undefined;
  };

/** The room of a row. Several rooms in one text are not taken apart: the file says how (T49). */
function roomOf(
  resolver: RowResolver,
  rooms: Map<string, number>,
  line: number,
  name: string,
): number | null {
  const [first, ...more] = name.split(/[,;/+]/).map((part) => part.trim());
  if (!rooms.has(name) && first && more.length && [first, ...more].every((part) => rooms.has(part)))
    return resolver.reject(
      line,
      'classroom',
      `there is no classroom ${name}: write ${first} here, and ${more.join('|')} in a column more_rooms`,
    );
  return resolver.find(rooms, 'classroom', line, 'classroom', name);
}

/** A value that was refused is null; one that is left out, such as no weeks, is not there. */
const isComplete = (row: object): boolean => Object.values(row).every((value) => value !== null);

/**
 * Finds the numbers of a row's weeks in its semester.
 * @returns undefined for every week, null where they were refused.
 */
async function weeksResolver(database: Database, resolver: RowResolver) {
  const semesters = await semestersWithWeeks(database);
  return (line: number, given: FileWeeks, id: number) => {
    const semester = semesters.get(id);
    const found = semester ? weeksInSemester(given, semester) : null;
    if (typeof found === 'string') return resolver.reject(line, 'weeks', found);
    return found ?? undefined;
  };
}

const classTarget: Target = {
  table: 'class_schedule',
  key: ['ref'],
  types: {
    ref: 'text',
    class_type: 'text',
    day_of_week: 'smallint',
    start_time: 'time',
    end_time: 'time',
    color_coding: 'text',
    subject_id: 'bigint',
    teacher_id: 'bigint',
    classroom_id: 'bigint',
    semester_id: 'bigint',
  },
};
