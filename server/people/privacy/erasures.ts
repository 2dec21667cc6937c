import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { asJson } from '#server/platform/as-json.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { SetupError } from '#server/platform/setup-error.ts';

const erasure = z.object({
  /** The student's id in the database. */
  student: z.number().int().positive(),
  /** SHA-256 of the uuid that the student had, in hexadecimal. */
  uuid_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601 UTC. */
  at: z.string(),
});

/** An erasure as recorded outside the database, without personal data. */
export type Erasure = z.output<typeof erasure>;

/**
 * The list of erasures of this installation, as JSON lines; outside the database and its backups.
 */
export const erasuresFile = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

const keyOf = ({ student, uuid_sha256 }: Erasure): string => `${student} ${uuid_sha256}`;

/**
 * @throws SetupError for an invalid line, or a missing file that `mustExist`.
 * @returns an empty list for a missing file.
 */
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

/** Appends erasures that the file does not contain; flushed to disk when it resolves. */
export async function writeErasures(file: string, erasures: Erasure[]): Promise<void> {
  const known = new Set((await readErasures(file)).map(keyOf));
  const added = erasures.filter((entry) => !known.has(keyOf(entry)));
  if (added.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(added.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A row of the table as an `Erasure`. */
export const erasureColumns = [
  'student_id as student',
  sql<string>`encode(uuid_sha256, 'hex')`.as('uuid_sha256'),
  'erased_at as at',
] as const;

/** Erasures recorded in the database; empty for databases of earlier versions. */
export async function recordedErasures(database: Database): Promise<Erasure[]> {
  const { rows: tables } = await sql<{
    found: string | null;
  }>`select to_regclass('public.erasure')::text as found`.execute(database);
  if (!tables[0]?.found) return [];
  return database
    .selectFrom('erasure')
    .select(erasureColumns)
    .orderBy('erased_at')
    .orderBy('student_id')
    .execute();
}

/**
 * Students of these erasures whose data exist (again): matched by id and by the uuid of that time.
 */
export async function studentsToErase(database: Database, erasures: Erasure[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from student s
    join unnest(${erasures.map(({ student }) => student)}::bigint[],
      ${erasures.map((entry) => entry.uuid_sha256)}::text[]) as e(id, uuid_sha256)
      on e.id = s.id and e.uuid_sha256 = encode(sha256(convert_to(s.uuid::text, 'UTF8')), 'hex')
    where s.erased_at is null order by s.id`.execute(database);
  return rows.map(({ id }) => id);
}
