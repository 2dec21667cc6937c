import { isNoName, isNoPerson } from '#contract/file-values.ts';
import { keyForm } from '#contract/identifier.ts';
import { keysOf } from '#contract/keys-of.ts';
import { messages } from '#contract/texts.ts';
import { isSameWholeName } from '#contract/whole-name.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RowResolver } from './references.ts';
import type { StepContext } from './step.ts';
import type { ExistingStudent, Line } from './student-line.ts';

/** Columns that a row of a student has, whatever its file tells. */
export const neededColumns = ['first_name', 'last_name', 'phone_number'] as const;

/** The columns of a stored student with which a row is completed. */
export const completedFrom = [
  'student_id',
  'first_name',
  'last_name',
  'phone_number',
  'date_of_birth',
] as const;

interface Completing extends Pick<StepContext, 'mayOmit' | 'hasWholeNames'> {
  resolver: RowResolver;
}

/** Rows with what their students have where the file tells nothing (R-IMPORT-14); a new student needs names. */
export function withStoredValues(
  rows: Line[],
  existing: Omit<ExistingStudent, 'rfid_number' | 'archived'>[],
  { resolver, mayOmit, hasWholeNames }: Completing,
): Line[] {
  const byId = new Map(existing.map((student) => [student.student_id, student]));
  return rows.flatMap(({ line, row }) => {
    const stored = byId.get(row.student_id);
    const { first_name, last_name } = row;
    const isSame =
      hasWholeNames &&
      stored !== undefined &&
      first_name !== null &&
      last_name !== null &&
      isSameWholeName({ first_name, last_name }, stored);
    const completed = {
      ...row,
      first_name: (isSame ? null : first_name) ?? stored?.first_name ?? null,
      last_name: (isSame ? null : last_name) ?? stored?.last_name ?? null,
      phone_number: row.phone_number ?? stored?.phone_number ?? '',
      date_of_birth: row.date_of_birth ?? stored?.date_of_birth ?? null,
    };
    const missing = (
      [
        'first_name',
        'last_name',
        ...(mayOmit ? [] : (['phone_number', 'date_of_birth'] as const)),
      ] as const
    ).filter((name) => stored === undefined && !completed[name]);
    const unnamed = namesWithoutName(row);
    for (const name of missing) resolver.reject(line, name, messages.required);
    for (const name of unnamed) resolver.reject(line, name, 'is no name');
    return missing.length + unnamed.length > 0 ? [] : [{ line, row: completed }];
  });
}

/** The names of a row that are words for none: each that is nothing else, or both where both may be. */
function namesWithoutName({ first_name, last_name }: Line['row']): string[] {
  const names = { first_name, last_name };
  const areBoth = [first_name, last_name].every((text) => isNoPerson(text ?? ''));
  return keysOf(names).filter((name) => areBoth || isNoName(names[name] ?? ''));
}

/** Columns that may be empty; phone and date of birth stay with every empty cell. */
const optional = ['gender', 'batch', 'student_mail', 'rfid_number', 'card_print_status'] as const;

/**
 * Counts the empty cells of students who have something there, and leaves it to them where that was chosen
 * (R-STUDENT-5, R-IMPORT-14).
 */
export async function withStoredWhereEmpty(
  database: Database,
  rows: Line[],
  { columns, leavesEmpty }: Pick<StepContext, 'columns' | 'leavesEmpty'>,
): Promise<{ rows: Line[]; emptyCells: number }> {
  const emptyIn = ({ row }: Line) =>
    optional.filter((name) => columns.includes(name) && row[name] === null);
  const ids = rows.filter((line) => emptyIn(line).length > 0).map(({ row }) => row.student_id);
  if (ids.length === 0) return { rows, emptyCells: 0 };
  const found = await database
    .selectFrom('student')
    .select(['student_id', ...optional])
    .where('student_id', '=', anyOf.texts(ids))
    .execute();
  const byId = new Map(found.map((student) => [student.student_id, student]));
  // A card that the file gives to another student is not left to the one before.
  const given = new Set(rows.map(({ row }) => keyForm(row.rfid_number ?? '')));
  const isGiven = (name: string, value: string) =>
    name === 'rfid_number' && given.has(keyForm(value));
  let emptyCells = 0;
  const filled = rows.map((line) => {
    const stored = byId.get(line.row.student_id);
    const left = emptyIn(line).filter((name) => {
      const value = stored?.[name] ?? null;
      return value !== null && !isGiven(name, value);
    });
    emptyCells += left.length;
    if (!leavesEmpty || !stored || left.length === 0) return line;
    const values = Object.fromEntries(left.map((name) => [name, stored[name]]));
    return { ...line, row: { ...line.row, ...values } };
  });
  return { rows: filled, emptyCells };
}
