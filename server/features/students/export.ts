import { studentColumns } from '../../../contract/student.ts';
import type { Database } from '../../platform/database/pool.ts';

const chunk = 5000;

/** Every student that is not archived, in the bulk upload's columns, a few thousand at a time. */
export async function* eachStudent(database: Database) {
  for (let after = ''; ;) {
    const rows = await database
      .selectFrom('student')
      .select(studentColumns)
      .where('archived_at', 'is', null)
      .where('student_id', '>', after)
      .orderBy('student_id')
      .limit(chunk)
      .execute();
    yield* rows;
    if (rows.length < chunk) return;
    after = rows.at(-1)!.student_id;
  }
}
