import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** An answer of the last import of a source. */
interface Remembered {
  answer: string;
  /** A print of what the question was about. */
  about: string;
}
export type RememberedAnswers = ReadonlyMap<string, Remembered>;

/** An answer that is remembered from now on; `answer` null: what is found holds again. */
export interface ToRemember {
  question: string;
  answer: string | null;
  about: string;
}

/** What a question is about, when its name does not say it. */
export const printOf = (about: string | undefined): string =>
  about === undefined ? '' : createHash('sha256').update(about).digest('hex').slice(0, 32);

interface Source {
  kind: Tables['import_source']['kind'];
  name: string;
}

/** The answers of the last import of a source (R-IMPORT-12). */
export async function readAnswers(
  database: Database,
  { kind, name }: Source,
): Promise<RememberedAnswers> {
  const { rows } = await sql<Remembered & { question: string }>`
    select a.question, a.answer, a.about from import_answer a
    join import_source s on s.id = a.import_source_id
    where s.kind = ${kind} and s.name = ${name}`.execute(database);
  return new Map(rows.map(({ question, ...remembered }) => [question, remembered]));
}

/** The id of a source, which is added where it is new. */
export async function sourceId(trx: Database, { kind, name }: Source): Promise<number> {
  const { id } = await trx
    .insertInto('import_source')
    .values({ kind, name })
    .onConflict((same) => same.columns(['kind', 'name']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface SaveOptions {
  answers: ToRemember[];
  user: number | null;
  /** ISO instant. */
  now: string;
}

/** Stores the answers with which a file is written; of each source the latest ones. */
export async function saveAnswers(
  trx: Database,
  source: number,
  { answers, user, now }: SaveOptions,
): Promise<void> {
  const used = answers.filter(({ answer }) => answer !== null);
  const gone = answers.filter(({ answer }) => answer === null).map(({ question }) => question);
  await trx
    .deleteFrom('import_answer')
    .where('import_source_id', '=', source)
    .where('question', '=', anyOf.texts(gone))
    .execute();
  await sql`
    insert into import_answer (import_source_id, question, answer, about, used_at, used_by)
    select ${source}, question, answer, about, ${now}, ${user}::bigint
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb)
      as given(question text, answer text, about text)
    on conflict (import_source_id, question) do update set answer = excluded.answer,
      about = excluded.about, used_at = excluded.used_at, used_by = excluded.used_by`.execute(trx);
  await sql`
    delete from import_answer where import_source_id = ${source} and question in (
      select question from import_answer where import_source_id = ${source}
      order by used_at desc, question offset ${limits.importAnswers})`.execute(trx);
}
