import { sql } from 'kysely';
import type { Section } from '../../../contract/section.ts';
import type { School } from '../school.ts';

export const today = '2026-03-02';

/** One of each thing of the test institute. */
export interface Ids {
  course: number;
  specialization: number;
  teacher: number;
  subject: number;
  semester: number;
  classroom: number;
  student: number;
  mon9: number;
}

export async function idsOf(school: School): Promise<Ids> {
  const first = async (table: string) =>
    (await sql<{ id: number }>`select min(id) as id from ${sql.table(table)}`.execute(school.database)).rows[0]!.id;
  return {
    course: await first('course'),
    specialization: await first('specialization'),
    teacher: await first('teacher'),
    subject: await first('subject'),
    semester: await first('semester'),
    classroom: await first('classroom'),
    student: await school.studentId('S5'),
    mon9: await school.classId('mon9'),
  };
}

export type Body = Record<string, unknown>;

/** One section's calls: a good body, what it becomes, and what is said to bad ones. */
export interface Case {
  section: Section;
  body: (school: School, ids: Ids) => Promise<Body> | Body;
  /** What the new row shows, beside its id. */
  row: Body;
  /** A change, and what it shows. */
  patch: Body;
  patched: Body;
  /** What finds it. */
  search: string;
  /** Fields that may not be left out, and what is said then. */
  required: Record<string, string>;
  /** Other faults: a part of the body, the field that is told, what it is told. */
  bad: [part: Body, field: string, message: string][];
  /** The field that says that it exists already, if there may be one only. */
  unique?: [field: string, message: string];
}
