import { messages } from '#contract/texts.ts';
import { isSameWholeName } from '#contract/whole-name.ts';
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
    for (const name of missing) resolver.reject(line, name, messages.required);
    return missing.length > 0 ? [] : [{ line, row: completed }];
  });
}
