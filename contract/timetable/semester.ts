import { z } from 'zod';
import { confirmClashes } from '../clash.ts';
import { isLongerThan } from '../dates.ts';
import { cleanText, date, idList, oneOf, whole } from '../fields.ts';
import { weekWords } from '../weeks.ts';
import { limits } from '../limits.ts';
import { isAfter, resource, type FieldErrors } from '../resource.ts';

const semesterRow = z.object({
  id: z.number(),
  year: z.number(),
  semester: z.number(),
  batch: z.string(),
  semester_start_date: z.string(),
  semester_end_date: z.string(),
  class_start_date: z.string(),
  class_end_date: z.string(),
  /** Which name of weeks its first week has: that of odd weeks, or the other one (setting `week_names`). */
  first_week: z.enum(weekWords),
});
export type Semester = z.output<typeof semesterRow>;

/** Each date with the dates that it must not precede; class dates lie within the semester's. */
const order: [later: string, earlier: string][] = [
  ['semester_end_date', 'semester_start_date'],
  ['class_end_date', 'class_start_date'],
  ['class_start_date', 'semester_start_date'],
  ['class_end_date', 'semester_start_date'],
];

export function semesterRule(values: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [later, earlier] of order) {
    if (isAfter(values[earlier], values[later]))
      errors[later] ??= `must not be before ${earlier.replaceAll('_', ' ')}`;
  }
  for (const name of ['class_start_date', 'class_end_date']) {
    if (isAfter(values[name], values.semester_end_date))
      errors[name] ??= 'must not be after semester end date';
  }
  if (isLongerThan(limits.semesterDays, values.semester_start_date, values.semester_end_date))
    errors.semester_end_date ??= semesterTooLong;
  return errors;
}

const semesterTooLong = `must be at most ${limits.semesterDays} days after semester start date`;

export const semesters = resource({
  permission: 'Semester',
  singular: 'semester',
  fields: {
    year: whole(1990, 2200),
    semester: whole(1, 6),
    batch: cleanText(50, { as: 'key' }),
    semester_start_date: date,
    semester_end_date: date,
    class_start_date: date,
    class_end_date: date,
    first_week: oneOf(weekWords).optional(),
  },
  row: semesterRow,
  filters: { id: idList.optional(), year: idList.optional(), semester: idList.optional() },
  sortKeys: ['year', 'semester', 'batch', 'semester_start_date'],
  defaultSort: '-year',
  rule: semesterRule,
});

/** With other class dates, classes may clash on new dates (R-CLASH-7). */
export const semesterChange = semesters.patch.extend({
  ...confirmClashes,
  /** Whether classes with weeks keep their dates (default) or their numbers when week 1 is another one (R-WEEK-2). */
  weeks: z.enum(['dates', 'numbers'], 'must be dates or numbers').optional(),
});

/** The values of the semester's form. */
export const semesterForm = semesters.body.extend({ weeks: semesterChange.shape.weeks });

/** Archives a semester together with its classes, or restores both. */
export const wholeSemester = z.strictObject({
  archive: z.enum(['all', 'restore'], 'must be all or restore'),
  ...confirmClashes,
});
/** Number of classes archived or restored with it, and what undoes it; null when nothing changed. */
export const wholeSemesterDone = z.object({
  classes: z.number(),
  operation: z.number().nullable(),
});
