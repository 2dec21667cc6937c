import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { EraseResult } from '../../../contract/privacy.ts';
import type { Database } from '../../platform/database/pool.ts';
import { containing } from '../../platform/http/lists.ts';
import { namingIn, redacted, type Naming } from './redact.ts';

type Note = EraseResult['notes_naming'][number] & { note: string };

/** `[erased]` may be longer than the name that it replaces. */
const maxLength = limits.noteLength;
const maxNamed = 100;

/**
 * Takes the student's names and numbers out of notes.
 * @param redact false leaves every note as it is.
 * @returns how many were changed, and those that people must read: what one name or a short number means is for them to say.
 */
export async function cleanNotes(
  trx: Database,
  id: number,
  naming: Naming,
  redact: boolean,
): Promise<{ changed: number; left: EraseResult['notes_naming'] }> {
  const notes = await candidates(trx, id, naming);
  const changed = redact
    ? notes.flatMap((note) => {
        if (namingIn(note.note, naming) !== 'names') return [];
        return [{ ...note, note: redacted(note.note, naming).slice(0, maxLength) }];
      })
    : [];
  await sql`
    update attendance_note n set note = c.note
    from unnest(${changed.map((note) => note.id)}::bigint[], ${changed.map(({ note }) => note)}::text[]) as c(id, note) where n.id = c.id`.execute(
    trx,
  );
  const done = new Set(changed.map((note) => note.id));
  const left = notes.filter((note) => !done.has(note.id) && namingIn(note.note, naming) !== 'no');
  return {
    changed: changed.length,
    left: left.slice(0, maxNamed).map(({ note: _text, ...named }) => named),
  };
}

/** Notes that hold a number or both names, and notes of the student's own classes that hold one of the names. */
async function candidates(trx: Database, id: number, { first_name, last_name, numbers, short }: Naming): Promise<Note[]> {
  const holds = (text: string) => sql`lower(n.note) like ${containing(text)}`;
  const any = (texts: string[]) => sql`(${sql.join([sql`false`, ...texts.map(holds)], sql` or `)})`;
  const { rows } = await sql<Note>`
    select n.id, n.date, n.class_schedule_id as class_schedule, n.note from attendance_note n
    where ${any(numbers)}
      or (${holds(first_name)} and ${holds(last_name)})
      or (${any([first_name, last_name, ...short])} and exists (
        select from enrolment e where e.student_id = ${id} and e.class_schedule_id = n.class_schedule_id
          and e.enrolled_from <= n.date and (e.enrolled_to is null or e.enrolled_to >= n.date)))
    order by n.date, n.id for update`.execute(trx);
  return rows;
}
