import { sql } from 'kysely';
import { studentFieldNames } from '#contract/student-fields.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { longRowsAtOnce } from '#server/platform/http/answer-size.ts';
import {
  checkInQueries,
  leaveQueries,
  markQueries,
  noteQueries,
} from './student-data-attendance.ts';
import { enrolmentQueries } from './student-data-enrolment.ts';
import { cardQueries, logQueries, mergedQueries } from './student-data-identity.ts';
import { contactQueries, messageQueries } from './student-data-messages.ts';
import { redListQueries } from './student-data-red-list.ts';
import { rosterQueries } from './student-data-roster.ts';
import type { TableQuery } from './table-query.ts';

type Rows = Record<string, string | number | boolean | null>[];

/** One table of a student's data. */
export interface StudentTable {
  isEmpty: boolean;
  /**
   * Its rows in pages of some hundred, with names instead of ids: hundreds of notes are megabytes.
   */
  pages(): AsyncGenerator<Rows>;
}

/** All data stored about a student. */
export interface StudentData {
  student: Record<string, unknown> & {
    student_id: string;
    first_name: string;
    last_name: string;
    profile_image: string | null;
  };
  tables: Record<string, StudentTable>;
  /** Files: name in the archive, key in the store. */
  files: [name: string, key: string][];
}

/** Collects all data of a student; null when there is no such student. */
export async function collectStudentData(
  database: Database,
  id: number,
): Promise<StudentData | null> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const student = await trx
        .selectFrom('student')
        .select(['id', 'uuid', ...studentFieldNames, 'archived_at', 'erased_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!student) return null;
      const tables: StudentData['tables'] = {};
      for (const [name, query] of Object.entries(queriesOf(id, student)))
        tables[name] = await tableOf(trx, database, query);
      const leaves = await trx
        .selectFrom('leave')
        .select(['leave_from', 'supporting_document'])
        .where('student_id', '=', id)
        .orderBy('leave_from')
        .orderBy('id')
        .execute();
      const files: StudentData['files'] = [];
      const { profile_image: photo } = student;
      if (photo) files.push([`photo${extensionOf(photo)}`, photo]);
      for (const [number, { leave_from, supporting_document: key }] of leaves.entries())
        if (key) files.push([`leave-${leave_from}-${number + 1}${extensionOf(key)}`, key]);
      const requests = await trx
        .selectFrom('leave_request')
        .select(['leave_from', 'supporting_document'])
        .where('student_id', '=', id)
        .orderBy('id')
        .execute();
      for (const [number, { leave_from, supporting_document: key }] of requests.entries())
        if (key) files.push([`leave-request-${leave_from}-${number + 1}${extensionOf(key)}`, key]);
      return { student, tables, files };
    });
}

/** The query of each table with data of a student, in the order of the archive. */
const queriesOf = (id: number, student: StudentData['student']): Record<string, TableQuery> => ({
  ...enrolmentQueries(id),
  ...markQueries(id),
  ...mergedQueries(id),
  ...leaveQueries(id),
  ...checkInQueries(id),
  ...cardQueries(id),
  ...contactQueries(id),
  ...rosterQueries(id),
  ...messageQueries(id),
  ...redListQueries(id),
  ...noteQueries(id, student),
  ...logQueries(id),
});

/** Reads the ids at once, and the rows page by page while they are sent. */
async function tableOf(
  trx: Database,
  database: Database,
  { columns, from, id, where, order }: TableQuery,
): Promise<StudentTable> {
  const { rows } = await sql<{
    id: number;
  }>`select ${id} as id from ${from} where ${where} order by ${order}`.execute(trx);
  const ids = rows.map((row) => row.id);
  return {
    isEmpty: ids.length === 0,
    async *pages() {
      for (let at = 0; at < ids.length; at += longRowsAtOnce) {
        const some = ids.slice(at, at + longRowsAtOnce);
        const page = await sql<Rows[number]>`
          select ${columns} from ${from}
          where ${id} = any(${some}::bigint[]) order by ${order}`.execute(database);
        yield page.rows;
      }
    },
  };
}

const extensionOf = (key: string): string => /\.\w+$/.exec(key)?.[0] ?? '';
