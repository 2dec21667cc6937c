import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import type { ClashKind } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { ReadFile } from './read.ts';

/** A row of a file. */
export interface Place {
  file: string;
  /** 0 where the file has no such row. */
  line: number;
}

/** The rows of the files by class. */
export interface Places {
  /** Classes in `timetable`. */
  named: ReadonlySet<number>;
  /** The row of the class, or else the first that enrols in it, or that of its semester. */
  ofClass(id: number): Place;
  /** The row of an enrolment; null where the file has none. */
  ofEnrolment(studentId: string, id: number): Place | null;
  /** Its row, or else the institute's name of the class. */
  nameOf(id: number): string;
  /**
   * Whether a row confirms a clash: the class's own, that of its semester, for seats also one that
   * enrols.
   */
  confirm(id: number | null | undefined, kind: ClashKind): boolean;
}

interface Named extends Place {
  isConfirmed: boolean;
}

/**
 * How a report names class `c` of subject `s`: by the reference that a person gave it; one that a calendar made has none
 * that says anything.
 */
export const nameOfClass = sql<string>`coalesce(
  case when c.ref not like 'calendar:%' then 'class ' || c.ref end,
  concat_ws(' ', s.subject_code, (${[...weekdays]}::text[])[c.day_of_week],
    to_char(c.start_time, 'HH24:MI')))`;

/** Reads which classes the rows name; the rows are written already. */
export async function placesOf(trx: Database, files: ReadFile[]): Promise<Places> {
  const { rows: classes } = await sql<{
    id: number;
    ref: string | null;
    name: string;
    semester: string;
  }>`
    select c.id, c.ref, concat_ws('/', m.year, m.semester, m.batch) as semester, ${nameOfClass} as name
    from class_schedule c join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id`.execute(trx);
  const byRef = new Map(classes.map((one) => [one.ref, one]));
  const byId = new Map(classes.map((one) => [one.id, one]));

  const timetable = new Map<number, Named>();
  const joining = new Map<number, Named>();
  const enrolments = new Map<string, Place>();
  const semesters = new Map<string, Named>();
  const add = (to: Map<number, Named>, ref: string, place: Place, isConfirmed: boolean) => {
    const id = byRef.get(ref)?.id;
    if (id === undefined) return;
    const first = to.get(id) ?? { ...place, isConfirmed };
    to.set(id, { ...first, isConfirmed: first.isConfirmed || isConfirmed });
  };
  for (const one of files) {
    const { file } = one;
    if (isOf('timetable', one))
      for (const { line, row } of one.rows)
        add(timetable, row.ref, { file, line }, row.confirm_clashes);
    if (isOf('enrolments', one))
      for (const { line, row } of one.rows) {
        add(joining, row.timetable, { file, line }, row.confirm_clashes);
        enrolments.set(`${row.student_id} ${byRef.get(row.timetable)?.id}`, { file, line });
      }
    if (isOf('semesters', one))
      for (const { line, row } of one.rows)
        semesters.set(`${row.year}/${row.semester}/${row.batch}`, {
          file,
          line,
          isConfirmed: row.confirm_clashes,
        });
  }
  const semesterOf = (id: number) => semesters.get(byId.get(id)?.semester ?? '');
  return {
    named: new Set(timetable.keys()),
    ofClass(id) {
      const place = timetable.get(id) ?? joining.get(id) ?? semesterOf(id);
      return { file: place?.file ?? files[0]?.file ?? '', line: place?.line ?? 1 };
    },
    ofEnrolment: (studentId, id) => enrolments.get(`${studentId} ${id}`) ?? null,
    nameOf(id) {
      const row = timetable.get(id);
      return row ? `${row.file}:${row.line}` : (byId.get(id)?.name ?? `class ${id}`);
    },
    confirm: (id, kind) =>
      id !== null &&
      id !== undefined &&
      (timetable.get(id)?.isConfirmed === true ||
        semesterOf(id)?.isConfirmed === true ||
        (kind === 'seats' && joining.get(id)?.isConfirmed === true)),
  };
}

const isOf = <Name extends ReadFile['name']>(name: Name, file: ReadFile): file is ReadFile<Name> =>
  file.name === name;
