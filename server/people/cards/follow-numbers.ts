import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** The lines of students' present cards get the spelling of their numbers, after these were respelled (R-CARD-2). */
export async function followNumbers(trx: Database, students: number[]): Promise<void> {
  await sql`
    update student_card c set number = s.rfid_number from student s
    where s.id = any(${students}::bigint[]) and c.student_id = s.id and c.ended_at is null
      and c.number <> s.rfid_number`.execute(trx);
}
