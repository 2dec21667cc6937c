import { z } from 'zod';
import { courseRow } from '../timetable/course.ts';
import { cleanText, idList, reference, several, whole } from '../fields.ts';
import { resource } from '../resource.ts';
import { specializationRow } from '../timetable/specialization.ts';

/** A subject; `year` is the year of study, 1 to 3. */
const subjectRow = z.object({
  id: z.number(),
  subject_name: z.string(),
  subject_code: z.string(),
  year: z.number(),
  course_id: z.number(),
  course: courseRow.pick({ id: true, name: true }),
  specialization: specializationRow,
  subject_teacher_id: z.number(),
  subject_teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
});
export type Subject = z.output<typeof subjectRow>;

export const subjects = resource({
  permission: 'Subjects',
  singular: 'subject',
  fields: {
    subject_name: cleanText(200, { as: 'name' }),
    subject_code: cleanText(50, { as: 'key' }),
    year: whole(1, 3),
    course_id: reference(),
    /** The specialization's id. */
    specialization: reference(),
    subject_teacher_id: reference(),
  },
  row: subjectRow,
  filters: {
    id: idList.optional(),
    year: several.pipe(z.array(z.enum(['1', '2', '3'], 'must be a year from 1 to 3'))).optional(),
    course: idList.optional(),
    specialization: idList.optional(),
    teacher: idList.optional(),
  },
  sortKeys: ['subject_name', 'subject_code', 'year'],
});
