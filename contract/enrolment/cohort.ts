import { z } from 'zod';
import { cleanText, id, idList, whole } from '../fields.ts';
import { messages } from '../texts.ts';
import { resource } from '../resource.ts';
import { weekdays } from '../timetable/timetable.ts';
import { firstWeek } from '../week-fields.ts';

/** A class of a cohort, with the fields that identify it. */
const cohortClass = z.object({
  id: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  class_type: z.string(),
  day_of_week: z.enum(weekdays),
  start_time: z.string(),
  end_time: z.string(),
  /** The weeks of the semester in which it is held, `1-6,8`; null: every week. */
  weeks: z.string().nullable(),
  first_week: firstWeek,
  color_coding: z.string(),
  classroom: z.object({ room_number: z.string() }),
  teacher: z.object({ first_name: z.string(), last_name: z.string() }),
  /** Further teachers, in order (R-TEACH-1). */
  co_teachers: z.array(z.object({ first_name: z.string(), last_name: z.string() })),
  /** Further rooms, in order (R-CLASS-8). */
  more_rooms: z.array(z.object({ room_number: z.string() })),
});

const cohortRow = z.object({
  id: z.number(),
  name: z.string(),
  year: z.number(),
  /** In the order in which they were added. */
  schedules: z.array(cohortClass),
  /** Number of currently assigned students. */
  number_of_students: z.number(),
});
export type Cohort = z.output<typeof cohortRow>;

const maxClasses = 200;

/** Students who attend the same classes. */
export const cohorts = resource({
  permission: 'Cohort',
  singular: 'cohort',
  fields: {
    name: cleanText(100, { as: 'name' }),
    year: whole(1990, 2200),
    schedules_id: z
      .array(id, messages.addSchedule)
      .min(1, messages.addSchedule)
      .max(maxClasses, `must have at most ${maxClasses} classes`)
      .refine((ids) => new Set(ids).size === ids.length, messages.alreadyAdded),
  },
  row: cohortRow,
  filters: { id: idList.optional(), year: idList.optional(), class_schedule: idList.optional() },
  sortKeys: ['name', 'year'],
});
