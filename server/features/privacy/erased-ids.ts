import { createHmac } from 'node:crypto';
import type { Database } from '../../platform/database/pool.ts';
import { sharedSecret } from '../../platform/database/secret.ts';

/** What is recorded of an erased student's ID: it recognises the ID when it is given, and does not tell it. */
export async function idHmacs(database: Database, studentIds: string[]): Promise<Buffer[]> {
  const secret = await sharedSecret(database, 'erasures');
  return studentIds.map((studentId) => createHmac('sha256', secret).update(studentId.toLowerCase()).digest());
}

/** Which of these student IDs belonged to a student whose data were erased. */
export async function erasedAmong(database: Database, studentIds: string[]): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set();
  const hmacs = await idHmacs(database, studentIds);
  const rows = await database.selectFrom('erasure').select('id_hmac').where('id_hmac', 'in', hmacs).execute();
  const erased = new Set(rows.map(({ id_hmac }) => id_hmac.toString('hex')));
  return new Set(studentIds.filter((_studentId, place) => erased.has(hmacs[place]!.toString('hex'))));
}
