import { studentColumns } from '#contract/student-fields.ts';
import type { Database } from '#server/platform/database/pool.ts';

const chunk = 5000;

/** All active students, in the columns of the bulk upload, in pages of some thousand. */
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
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last.student_id;
  }
}
