import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { asJson } from '../../platform/as-json.ts';
import type { Database } from '../../platform/database/pool.ts';
import { SetupError } from '../../platform/setup-error.ts';

const erasure = z.object({
  /** The student's id in the database. */
  student: z.number().int().positive(),
  /** SHA-256 of the uuid that the student had, in hexadecimal. */
  uuid_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601 UTC. */
  at: z.string(),
});

/** An erasure as it is written down outside the database: no value of the student's is in it. */
export type Erasure = z.output<typeof erasure>;

/** The list of erasures of this installation: one JSON object a line, beside the database and outside its backups. */
export const erasuresFile = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

const keyOf = ({ student, uuid_sha256 }: Erasure): string => `${student} ${uuid_sha256}`;

/** @throws SetupError for a line that is no erasure. @returns an empty list when there is no such file, unless it `mustExist`. */
export async function readErasures(file: string, mustExist = false): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !mustExist) return '';
    throw new SetupError(`${file} cannot be read: ${error.message}`);
  });
  return text.split('\n').flatMap((line, number) => {
    if (line.trim() === '') return [];
    const parsed = erasure.safeParse(asJson(line));
    if (!parsed.success) throw new SetupError(`${file}:${number + 1} is no erasure.`);
    return [parsed.data];
  });
}

/** Adds those that the file does not have; on disk when it resolves. */
export async function writeErasures(file: string, erasures: Erasure[]): Promise<void> {
  const known = new Set((await readErasures(file)).map(keyOf));
  const fresh = erasures.filter((one) => !known.has(keyOf(one)));
  if (fresh.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(fresh.map((one) => `${JSON.stringify(one)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the database has recorded; nothing in one from before this version. */
export async function recordedErasures(database: Database): Promise<Erasure[]> {
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('public.erasure')::text as found`.execute(database);
  if (!tables[0]?.found) return [];
  const { rows } = await sql<Erasure>`
    select student_id as student, encode(uuid_sha256, 'hex') as uuid_sha256, erased_at as at from erasure order by erased_at, student_id`.execute(
    database,
  );
  return rows;
}

/** The students whom these erasures mean and whose data are there (again): by id, and only with the uuid of that time. */
export async function studentsToErase(database: Database, erasures: Erasure[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from student s
    join unnest(${erasures.map(({ student }) => student)}::bigint[], ${erasures.map((one) => one.uuid_sha256)}::text[]) as e(id, uuid_sha256)
      on e.id = s.id and e.uuid_sha256 = encode(sha256(convert_to(s.uuid::text, 'UTF8')), 'hex')
    where s.erased_at is null order by s.id`.execute(database);
  return rows.map(({ id }) => id);
}
