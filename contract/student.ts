import { z } from 'zod';
import { listQuery } from './fields.ts';

/** A student as search results and pickers need them. */
export const studentRow = z.object({
  id: z.number(),
  uuid: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.enum(['male', 'female', 'other']).nullable(),
  phone_number: z.string(),
  date_of_birth: z.string(),
  batch: z.string().nullable(),
  student_mail: z.string().nullable(),
  rfid_number: z.string().nullable(),
  profile_image: z.string().nullable(),
});
export type Student = z.output<typeof studentRow>;
export const studentQuery = z.strictObject(listQuery);

/** A student's attendance in one weekly class. */
export const studentStat = z.object({
  class_schedule: z.number(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  total: z.number(),
  present: z.number(),
  absent: z.number(),
  not_taken: z.number(),
  /** Whole percent of the classes so far. */
  attendance_percentage: z.number(),
});
