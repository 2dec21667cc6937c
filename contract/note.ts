import { z } from 'zod';
import { cleanText, date, dateList, id, idList, listQuery } from './fields.ts';
import { limits } from './limits.ts';

/** What a teacher wants remembered about a class on a date (spec §3). */
export const note = z.object({
  id: z.number(),
  teacher_id: z.number().nullable(),
  class_schedule_id: z.number(),
  /** Who wrote it. */
  author: z.string(),
  note: z.string(),
  date: z.string(),
  created_at: z.string(),
});
export type Note = z.output<typeof note>;

export const noteCreate = z.strictObject({
  teacher_id: id.nullish(),
  class_schedule_id: id,
  note: cleanText(limits.noteLength),
  date,
});
export const notePatch = z.strictObject({ note: cleanText(limits.noteLength) });
export const noteQuery = z.strictObject({
  ...listQuery,
  date: dateList.optional(),
  class_schedule: idList.optional(),
  teacher: idList.optional(),
});
