import { z } from 'zod';
import { cleanText, date, dateList, id, idList, reference } from '../fields.ts';
import { limits } from '../limits.ts';
import { resource } from '../resource.ts';
import { listedStudent } from '../student.ts';

/** A teacher's note about a class on a date. */
const note = z.object({
  id: z.number(),
  teacher_id: z.number().nullable(),
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
  class_schedule_id: z.number(),
  class_schedule: z.object({
    id: z.number(),
    /** The group of the class, such as 12A; null without one. */
    group_name: z.string().nullable(),
    subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
    class_type: z.string(),
    day_of_week: z.string(),
    start_time: z.string(),
    end_time: z.string(),
  }),
  /** The student; null when the note is about the class. */
  student_id: z.number().nullable(),
  student: listedStudent.nullable(),
  /** The author: the user, and their name. */
  created_by: z.number(),
  author: z.string(),
  note: z.string(),
  date: z.string(),
  created_at: z.string(),
});
export type Note = z.output<typeof note>;

/**
 * `student_id` must be enrolled in the class on that date.
 * Teachers write their own notes; admin and account may write for any teacher, or without one (R-ACCESS-3).
 */
export const notes = resource({
  permission: 'Notes',
  singular: 'note',
  fields: {
    teacher_id: id.nullish(),
    class_schedule_id: reference(),
    student_id: id.nullish(),
    note: cleanText(limits.noteLength),
    date,
  },
  row: note,
  filters: {
    id: idList.optional(),
    date: dateList.optional(),
    from_date: date.optional(),
    to_date: date.optional(),
    class_schedule: idList.optional(),
    student: idList.optional(),
    teacher: idList.optional(),
    subject: idList.optional(),
  },
  sortKeys: ['date', 'created_at'],
  defaultSort: '-date',
});
