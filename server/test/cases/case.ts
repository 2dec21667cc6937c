import { sql } from 'kysely';
import type { ResourceEndpoints } from '#contract/resource-endpoints.ts';
import type { TestSchool } from '../test-school.ts';

export const today = '2026-03-02';

/** An id of each kind of record of the test institute. */
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

export async function idsOf(school: TestSchool): Promise<Ids> {
  const first = async (table: string) =>
    (
      await sql<{ id: number }>`select min(id) as id from ${sql.table(table)}`.execute(
        school.database,
      )
    ).rows[0]!.id;
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

type Body = Record<string, unknown>;

/** Test data of a resource's calls: a valid body and its row, and invalid bodies with their messages. */
export interface Case {
  endpoints: ResourceEndpoints;
  body: (school: TestSchool, ids: Ids) => Promise<Body> | Body;
  /** Fields of the new row, besides its id. */
  row: Body;
  /** A change and the row's fields after it. */
  patch: Body;
  patched: Body;
  /** Search text that finds it. */
  search: string;
  /** Required fields and the message without them. */
  required: Record<string, string>;
  /** Other errors: a part of the body, the field of the message, the message. */
  bad: [part: Body, field: string, message: string][];
  /** The field and message of a duplicate, if the resource is unique. */
  unique?: [field: string, message: string];
}
