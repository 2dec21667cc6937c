import { z } from 'zod';
import { cleanText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { Permission } from '../permissions.ts';
import { listedStudent } from '../student.ts';
import { weekdays } from '../weekdays.ts';
import { firstWeek } from '../week-fields.ts';

/** Kinds of records that the search finds. */
export const searchGroups = [
  'students',
  'teachers',
  'classes',
  'classrooms',
  'cohorts',
  'subjects',
] as const;
export type SearchGroup = (typeof searchGroups)[number];

/** Permissions by kind of record: those of the page that shows it. */
export const searchPermissions: Record<SearchGroup, readonly Permission[]> = {
  students: [['Students', 'read']],
  teachers: [['Teachers', 'read']],
  classes: [['Timetables', 'read']],
  classrooms: [['Classroom', 'read']],
  cohorts: [
    ['Cohort', 'read'],
    ['Enroll Student', 'read'],
  ],
  subjects: [['Subjects', 'read']],
};

/** The search text: 1 to 100 characters; every word has to match. */
export const searchQuery = z.strictObject({ text: cleanText(limits.searchLength) });

/** A group has at most six records, the best match first; it is null without the permission. */
const group = <Row extends z.ZodType>(row: Row) => z.array(row).max(limits.searchRows).nullable();

/** Records whose words begin with the text, or contain it. Archived and erased ones are excluded. */
export const searchResult = z.object({
  /** Matched by student id, name, e-mail, or the beginning of a card number. */
  students: group(listedStudent),
  teachers: group(
    z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  ),
  /** Weekly classes, those of ended semesters last. */
  classes: group(
    z.object({
      id: z.number(),
      /** The group of the class, such as 12A; null without one. */
      group_name: z.string().nullable(),
      subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
      day_of_week: z.enum(weekdays),
      /** `HH:mm` in the institute's time zone. */
      start_time: z.string(),
      end_time: z.string(),
      /** The weeks of the semester in which it is held, `1-6,8`; null: every week. */
      weeks: z.string().nullable(),
      first_week: firstWeek,
      /** With further rooms in brackets, such as `A1 (A2)`. */
      classroom: z.object({ room_number: z.string() }),
      teacher: z.object({ first_name: z.string(), last_name: z.string() }),
      /** Further teachers, in order (R-TEACH-1). */
      co_teachers: z.array(z.object({ first_name: z.string(), last_name: z.string() })),
      semester: z.object({ semester: z.number(), year: z.number() }),
    }),
  ),
  /** `capacity` in seats; 0 is a place without seats. */
  classrooms: group(z.object({ id: z.number(), room_number: z.string(), capacity: z.number() })),
  cohorts: group(z.object({ id: z.number(), name: z.string(), year: z.number() })),
  subjects: group(z.object({ id: z.number(), subject_name: z.string(), subject_code: z.string() })),
} satisfies Record<SearchGroup, z.ZodType>);
export type SearchResult = z.output<typeof searchResult>;
