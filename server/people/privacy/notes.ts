import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { EraseResult } from '#contract/people/privacy.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { longRowsAtOnce } from '#server/platform/http/answer-size.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { likePattern } from '#server/platform/http/lists.ts';
import { findMention, redact, type StudentIdentifiers } from './redact.ts';
import { inClassOfNote } from '#server/school/enrolled.ts';

type Note = EraseResult['notes_naming'][number] & { note: string };

/** `[erased]` may be longer than the name that it replaces. */
const maxLength = limits.noteLength;
const maxNamed = 100;

/**
 * Redacts the student's names and numbers in notes about others; notes about the student go with their own rows.
 * @param options `shouldRedact`: false leaves the other notes unchanged; `createdAt`: when the student's row
 * was added, null when unknown: an earlier note does not name them.
 * @returns the number of changed notes, and notes with a possible mention, which a person has to
 * review.
 */
export async function cleanNotes(
  trx: Database,
  id: number,
  identifiers: StudentIdentifiers,
  { shouldRedact, createdAt }: { shouldRedact: boolean; createdAt: string | null },
): Promise<{ changed: number; remaining: EraseResult['notes_naming'] }> {
  const ids = await candidates(trx, id, identifiers, createdAt);
  const remaining: EraseResult['notes_naming'] = [];
  let changed = 0;
  // In pages: the notes about one student may exceed the memory, and matching them takes seconds.
  for (let at = 0; at < ids.length; at += longRowsAtOnce) {
    const notes: Note[] = await trx
      .selectFrom('attendance_note')
      .select(['id', 'date', 'class_schedule_id as class_schedule', 'note'])
      .where('id', '=', anyOf.ids(ids.slice(at, at + longRowsAtOnce)))
      .orderBy('date')
      .orderBy('id')
      .execute();
    const cleaned: Note[] = [];
    await mapInSlices(notes, ({ note, ...named }) => {
      const names = findMention(note, identifiers);
      if (shouldRedact && names === 'names')
        cleaned.push({ ...named, note: redact(note, identifiers).slice(0, maxLength) });
      else if (names !== 'no' && remaining.length < maxNamed) remaining.push(named);
    });
    await sql`
      update attendance_note n set note = c.note
      from unnest(${cleaned.map((note) => note.id)}::bigint[],
        ${cleaned.map(({ note }) => note)}::text[]) as c(id, note) where n.id = c.id`.execute(trx);
    changed += cleaned.length;
  }
  return { changed, remaining };
}

/**
 * Ids of notes with a number or both names, and of notes of the student's classes with one of the
 * names.
 */
async function candidates(
  trx: Database,
  id: number,
  { first_name, last_name, numbers, short }: StudentIdentifiers,
  createdAt: string | null,
): Promise<number[]> {
  const contains = (text: string) => sql`lower(n.note) like ${likePattern(text.toLowerCase())}`;
  const any = (texts: string[]) =>
    sql`(${sql.join([sql`false`, ...texts.map(contains)], sql` or `)})`;
  const { rows } = await sql<{ id: number }>`
    select n.id from attendance_note n
    where (${any(numbers)}
        or (${contains(first_name)} and ${contains(last_name)})
        or (${any([first_name, last_name, ...short].filter(Boolean))} and ${inClassOfNote(id)}))
      and coalesce(n.created_at >= ${createdAt}::timestamptz, true)
    order by n.date, n.id for update`.execute(trx);
  return rows.map((row) => row.id);
}
