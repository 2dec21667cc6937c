import { z } from 'zod';
import { hourLine } from './contact-hour-evidence.ts';
import { idList, idParam, listOf, listQuery, sortParam, whole } from '../fields.ts';
import { studentShort } from '../student.ts';

/** A student's contact hours of a semester, over all subjects. */
const contactHours = z.object({
  /** The student's. */
  id: z.number(),
  student: studentShort,
  /** By hand, or by a rule and accepted, in any subject (R-RED-2). */
  in_red_list: z.boolean(),
  ...hourLine,
});
export type ContactHours = z.output<typeof contactHours>;

export const contactHourList = listOf(contactHours).extend({
  /** Null without a semester that has begun. */
  semester: z
    .object({ id: z.number(), semester: z.number(), year: z.number(), batch: z.string() })
    .nullable(),
  /** The institute's bands, the highest first. */
  contact_hour_bands: z.array(z.number()),
  /** Students by band, whatever `band` and `outlook` are; null: below all. */
  bands: z.array(z.object({ band: z.number().nullable(), students: z.number() })),
  /** Of whom nothing counts yet. */
  without_rate: z.number(),
});
export type ContactHourList = z.output<typeof contactHourList>;

/** What is still possible for the lowest band. */
export const outlooks = ['certain', 'open', 'lost'] as const;

export const contactHoursQuery = z.strictObject({
  ...listQuery,
  /** The latest that has begun, when left out. */
  semester: idParam.optional(),
  /** One of the institute's bands; 0: below all. */
  band: z.coerce.number('must be a whole number').pipe(whole(0, 100)).optional(),
  outlook: z.enum(outlooks, `must be one of ${outlooks.join(', ')}`).optional(),
  /** Students with a subject of these courses in the semester. */
  course: idList.optional(),
  /** Students of these cohorts, now. */
  cohort: idList.optional(),
  ordering: sortParam(['rate', 'best', 'worst', 'last_name', 'student_id', 'scheduled'], 'rate'),
});
