import type { CardTerms } from '#contract/card-number.ts';
import type { CardNumbersPreview } from '#contract/admin/card-settings.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { addStudentIds, formedCards, formWith } from '#server/school/card-forms.ts';

/** A stored number and its form by the settings. */
export interface Respelled {
  id: number;
  from: string;
  to: string;
}

/** The stored numbers that are rewritten in the form of the settings (R-CARD-2). */
export interface Respelling {
  teachers: Respelled[];
  students: Respelled[];
  /** The lines of these students' cards. */
  presentLines: Respelled[];
  formerLines: Respelled[];
  /** The effect of the settings, in figures. */
  counts: CardNumbersPreview;
}

/** The rows that rewriting the stored numbers would write; a number whose form somebody else has stays. */
export async function respellingOf(database: Database, terms: CardTerms): Promise<Respelling> {
  const { cards, holders } = await formedCards(database, terms);
  const changed = cards.filter(({ number, form }) => isOtherForm(number, form));
  const free = changed.filter((card) => !holders.hasOther(card.form, card));
  const numbersOf = (table: 'student' | 'teacher') =>
    free
      .filter((card) => card.table === table)
      .map(({ id, number, form }) => ({ id, from: number, to: form }));
  const students = numbersOf('student');
  const lines = await linesOf(database, terms);
  const former = lines.filter(({ isPresent, from, to }) => !isPresent && isOtherForm(from, to));
  await addStudentIds(
    database,
    holders,
    former.map(({ to }) => to),
  );
  const formerLines = former.filter(
    ({ to, student }) => !holders.hasOther(to, { table: 'student', id: student }),
  );
  const formOfStudent = new Map(students.map(({ id, to }) => [id, to]));
  const presentLines = lines.filter(
    ({ isPresent, student, to }) => isPresent && formOfStudent.get(student) === to,
  );
  const teachers = numbersOf('teacher');
  return {
    teachers,
    students,
    presentLines,
    formerLines,
    counts: {
      total: cards.length,
      changed: changed.length,
      shared: cards.filter((card) => holders.hasOther(card.form, card)).length,
      rewritable: free.length + formerLines.length,
    },
  };
}

/** Whether a number would be stored otherwise; what does not fit stays as it is. */
const isOtherForm = (number: string, form: string): boolean =>
  form !== number && form !== '' && form.length <= limits.rfidLength;

interface Line extends Respelled {
  student: number;
  isPresent: boolean;
}

async function linesOf(database: Database, terms: CardTerms): Promise<Line[]> {
  const rows = await database
    .selectFrom('student_card')
    .select(['id', 'student_id', 'number', 'ended_at'])
    .execute();
  const formOf = formWith(terms);
  return mapInSlices(rows, ({ id, student_id, number, ended_at }) => ({
    id,
    from: number,
    to: formOf(number),
    student: student_id,
    isPresent: ended_at === null,
  }));
}
