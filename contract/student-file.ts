import { guessMapping, plainHeading, type FileColumn, type Mapping } from './file-column.ts';
import { factsOf, studentColumns, type StudentColumn } from './student-fields.ts';
import { furtherHeadings, givenOrWhole, headings, weakIds } from './student-headings.ts';
import { wholeNameHeadings } from './whole-name.ts';

/** Headings that mean what they say only where no other column does. */
const weakHeadings: Partial<Record<StudentColumn, readonly string[]>> = {
  student_id: ['id', ...weakIds],
  // Beside a first name: a whole name alone is split.
  last_name: ['name', 'naam'],
};

/** Words that programs put in front of the headings of a student. */
const ownPrefixes = ['student', 'students', 'pupil', 'learner'];
const prefixes = `legal spriden spbpers stu studentpers address your whatisyour enteryour
  pleaseenteryour`.split(/\s+/);

/** The columns of a file of students, as the page of the upload shows them. */
export const studentFile: readonly FileColumn[] = studentColumns.map((name) => {
  const { file, label, optional, column } = factsOf(name);
  const own = [name.replaceAll('_', ''), ...headings[name]];
  return {
    name,
    label,
    isOfPerson: true,
    isRequired: !optional,
    example: file?.example ?? '',
    aliases: [
      // Beside *Email*, *Student email* is the one.
      ...ownPrefixes.flatMap((prefix) => own.map((heading) => prefix + heading)),
      ...headings[name],
      ...furtherHeadings(name),
      ...prefixes.flatMap((prefix) => own.map((heading) => prefix + heading)),
      ...(weakHeadings[name] ?? []),
    ],
    ...(column === 'date' && { isDate: true as const }),
  };
});

/** The same for whole names, which are split into first and last name. */
export const wholeName: FileColumn = {
  name: 'whole_name',
  label: 'Name',
  isRequired: false,
  example: '',
  aliases: wholeNameHeadings,
};

/** Guesses the file's column for each of ours; without a column of first names, that of whole names for both names. */
export function guessStudentColumns(columns: string[]): Mapping {
  const guessed = guessMapping(studentFile, columns);
  if (guessed['first_name'] !== null) return guessed;
  const { last_name, ...others } = guessed;
  // In Catalan the given name is *nom*, which is the family name in French.
  const given = columns.find(
    (column) => column !== last_name && givenOrWhole.includes(plainHeading(column)),
  );
  if (last_name && given && !Object.values(others).includes(given))
    return { ...guessed, first_name: given };
  const used = new Set(Object.values(others));
  const isWhole = (column: string) =>
    !used.has(column) && wholeNameHeadings.includes(plainHeading(column));
  const whole =
    last_name && isWhole(last_name) ? last_name : last_name ? null : columns.find(isWhole);
  return whole ? { ...guessed, first_name: whole, last_name: whole } : guessed;
}
