import { z } from 'zod';
import { date, id, idList, listOf, listQuery, reference, several, sortParam } from '../fields.ts';
import { letterNumber } from './letter-number.ts';
import { studentShort } from '../student.ts';
import { letterKindNames } from './template-kinds.ts';

/** Maximum letters of one call, and of a preview. */
const maxLetters = 500;
export const previewedLetters = 20;

/** A letter or certificate (R-PAPER-2), as it was made. */
const letter = z.object({
  /** Null in a preview. */
  id: z.number().nullable(),
  /** `K7QM-3XHD-9T2W`; null in a preview. */
  number: z.string().nullable(),
  kind: z.enum(letterKindNames),
  student: studentShort,
  /** What a warning letter is about; null over all subjects, and for certificates. */
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }).nullable(),
  /** When it was made, ISO 8601. */
  made_at: z.string(),
  made_by: z.string(),
});
export const letterText = letter.extend({
  title: z.string(),
  /** Plain text; paragraphs are separated by an empty line. */
  body: z.string(),
});
export type LetterText = z.output<typeof letterText>;

/** What was made, or would be made, and for whom nothing was. */
export const madeLetters = z.object({
  /** All of them; of a preview the first 20. */
  letters: z.array(letterText),
  total: z.number(),
  left_out: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type MadeLetters = z.output<typeof madeLetters>;

const preview = z.boolean('must be true or false').optional();
const idsUpTo = (what: string, of: z.ZodType<number> = id) =>
  z
    .array(of)
    .min(1, `choose at least one ${what}`)
    .max(maxLetters, `at most ${maxLetters}`)
    .transform((ids) => [...new Set(ids)]);

/** A certificate for each student, of a semester or between two dates (at most 366 days). */
export const certificatesBody = z
  .strictObject({
    student: idsUpTo('student'),
    semester_id: reference().nullish(),
    from_date: date.nullish(),
    to_date: date.nullish(),
    /** Answers the texts, and stores nothing. */
    preview,
  })
  .superRefine(({ semester_id, from_date, to_date }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (semester_id && (from_date || to_date)) refuse('semester_id', 'must not be sent with dates');
    if (!semester_id && !from_date) refuse('from_date', 'a semester or two dates are required');
    if (!semester_id && !to_date) refuse('to_date', 'a semester or two dates are required');
  });

/** A warning letter for each line of the red list; the number of one by hand alone is negative. */
export const warningLettersBody = z.strictObject({
  ids: idsUpTo(
    'entry',
    z.int('must be a whole number').refine((number) => number !== 0, 'must not be 0'),
  ),
  preview,
});

/** A letter of intention to report for each student, about a semester (R-HOURS-5). */
export const intentionLettersBody = z.strictObject({
  student: idsUpTo('student'),
  /** The latest semester of each student that has begun, when left out. */
  semester_id: reference().nullish(),
  preview,
});

/** Letters and certificates; `search`: the beginning of a number, or the ID or name of a student. */
export const lettersQuery = z.strictObject({
  ...listQuery,
  student: idList.optional(),
  kind: several
    .pipe(z.array(z.enum(letterKindNames, `must be one of ${letterKindNames.join(', ')}`)))
    .optional(),
  /** Dates of the institute on which they were made. */
  from_date: date.optional(),
  to_date: date.optional(),
  ordering: sortParam(['made_at', 'student'], '-made_at'),
});
/** A letter in a list, without its text. */
export const letterRow = letter.extend({ id: z.number(), number: z.string() });
export type LetterRow = z.output<typeof letterRow>;
export const letters = listOf(letterRow);

export const verifyQuery = z.strictObject({ number: letterNumber });
/** A genuine letter. */
export const verifiedLetter = letter.extend({
  number: z.string(),
  /** Null for who may not read this kind, and once the student's data were erased. */
  title: z.string().nullable(),
  body: z.string().nullable(),
  erased: z.boolean(),
});
export type VerifiedLetter = z.output<typeof verifiedLetter>;
