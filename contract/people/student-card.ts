import { z } from 'zod';
import { cardLimits } from '../card-limits.ts';
import { cardReasons, statedCardReasons } from './card-reasons.ts';
import { confirmSamePerson } from './one-person.ts';
import { cleanText, id, oneOf } from '../fields.ts';
import { cardStates, students, studentShort } from '../student.ts';

/** A card of a student, present or former (R-CARD-3). */
export const studentCard = z.object({
  id: z.number(),
  number: z.string(),
  /** ISO 8601 UTC; null: before cards had a history. */
  given_at: z.string().nullable(),
  /** Names of users; null by a command. */
  given_by: z.string().nullable(),
  /** The number was made to be printed: no chip has it (R-CARD-6). */
  for_print: z.boolean(),
  /** Null for the present card. */
  ended_at: z.string().nullable(),
  ended_by: z.string().nullable(),
  reason: z.enum(cardReasons).nullable(),
});
export type StudentCard = z.output<typeof studentCard>;
export const studentCards = z.object({ results: z.array(studentCard) });

/** Why a card ended, when that was not given or was wrong. */
export const formerCardPatch = z.strictObject({ reason: oneOf(statedCardReasons) });

/** The change of a student with the reason why the present card ends; `replaced` where none is given. */
export const studentChange = students.patch.extend({
  card_reason: oneOf(statedCardReasons).optional(),
  ...confirmSamePerson,
});

const number = cleanText(cardLimits.number, { as: 'key' });

export const cardQuery = z.strictObject({ number });
/** Whose card a number is, or was. */
export const foundCard = z.object({
  /** As it is stored (R-CARD-1). */
  number: z.string(),
  /** Who has it now; a teacher without a name. */
  holder: z
    .discriminatedUnion('kind', [
      studentShort.extend({ kind: z.literal('student') }),
      z.object({ kind: z.literal('teacher') }),
    ])
    .nullable(),
  /** Who lost or replaced it; null while somebody has it. */
  former: studentShort
    .extend({ reason: z.enum(['replaced', 'lost', 'removed']), ended_at: z.string() })
    .nullable(),
});
export type FoundCard = z.output<typeof foundCard>;

export const handOutBody = z.strictObject({
  student: id,
  number,
  /** Also when it is another student's card, which it is no more then, or one that was lost or replaced. */
  confirm: z.boolean('must be true or false').default(false),
  /**
   * The page showed the user this card of the student, and this student as the holder of the number. Nothing is given
   * where either differs by now.
   */
  seen: z.strictObject({ card: number.nullable(), holder: id.nullable() }).optional(),
});
export type HandOut = z.output<typeof handOutBody>;
/** The number of a student's card, and whether it was printed. */
const cardBefore = {
  number: z.string().nullable(),
  card_print_status: z.enum(cardStates).nullable(),
};
/** A card that was given to a student. */
export const handedOut = z.object({
  /** Names it to undo it. */
  id: z.number(),
  student: studentShort,
  number: z.string(),
  /** What the student had before. */
  before: z.object(cardBefore),
  card_print_status: z.enum(cardStates).nullable(),
  /** Whose card it was until now. */
  taken_from: studentShort.nullable(),
});
export type HandedOut = z.output<typeof handedOut>;

export const undoHandOutBody = z.strictObject({
  id,
  /** As the answer gave it. */
  before: z.strictObject({
    number: number.nullable(),
    card_print_status: oneOf(cardStates).nullable(),
  }),
});
export const undoneHandOut = z.object({ student: z.number(), number: z.string().nullable() });

export const printBody = z.strictObject({
  ids: z
    .array(id, 'must be a list of ids')
    .min(1, 'must name at least one')
    .max(cardLimits.printed, `must name at most ${cardLimits.printed}`),
});
/** What is printed on a card. */
const printedCard = studentShort.extend({
  /** A signed link that expires. */
  profile_image: z.string().nullable(),
  number: z.string(),
  /** Made to be printed; others are the numbers of chips (R-CARD-6). */
  for_print: z.boolean(),
  /** It was made by this call. */
  is_new: z.boolean(),
});
export type PrintedCard = z.output<typeof printedCard>;
export const printedCards = z.object({ results: z.array(printedCard) });
