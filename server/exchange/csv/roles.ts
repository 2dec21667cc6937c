import type { CsvFile } from '#contract/csv-file.ts';
import { plainHeading } from '#contract/file-column.ts';
import { fold } from '#contract/fold.ts';
import type { ReadFile } from './read.ts';

/** Headings of what somebody is in a file of all people of an institute. */
const headings = new Set(
  'role roles systemrole accounttype affiliation usertype userrole usertypes persontype personcategory membertype rolle benutzertyp rol ruolo typeutilisateur tipousuario'.split(
    ' ',
  ),
);
/** Who is no student. */
const others = new Set(
  `teacher, teachers, instructor, lecturer, professor, staff, faculty, employee, parent, parents, guardian, relative,
  observer, admin, administrator, manager, trainer, tutor, teaching assistant, counsellor, counselor, principal, aide, proctor, lehrer, lehrerin, lehrkraft, eltern, elternteil, mitarbeiter,
  enseignant, enseignante, professeur, personnel, profesor, profesora, docente, padre, madre, leraar, docent, ouder,
  personale, genitore`
    .split(',')
    .map((text) => fold(text.trim())),
);

const students = new Set(
  'student, students, pupil, learner, schüler, schülerin, étudiant, étudiante, élève, estudiante, alumno, alumna, leerling, studente'
    .split(',')
    .map((text) => fold(text.trim())),
);

/** The rows without those of people whom the file calls teachers, parents or staff: they are errors. */
export function withoutOtherRoles(file: ReadFile, csv: CsvFile): ReadFile {
  const at = csv.columns.findIndex((column) => headings.has(plainHeading(column)));
  if (at < 0) return file;
  const roles = new Map(csv.rows.map(({ line, cells }) => [line, (cells[at] ?? '').trim()]));
  // Without students among them it is the role of somebody else: of a contact, or in a job.
  if (![...roles.values()].some((role) => students.has(fold(role).replace(/^role_/, ''))))
    return file;
  const isOther = ({ line }: { line: number }) =>
    others.has(fold(roles.get(line) ?? '').replace(/^role_/, ''));
  return {
    ...file,
    rows: file.rows.filter((row) => !isOther(row)),
    bad: [
      ...file.bad.filter((bad) => !isOther(bad)),
      ...csv.rows.filter(isOther).map(({ line }) => ({
        file: file.file,
        line,
        column: csv.columns[at] ?? '',
        reason: 'is no student',
        value: roles.get(line) ?? '',
      })),
    ],
  };
}
