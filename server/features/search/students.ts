import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import { beginning, likePattern } from '#server/platform/http/lists.ts';
import { wordsOf } from '#server/platform/resource/list.ts';

/**
 * Shorter words have no trigram: they match the beginning of a word only, where an index exists.
 */
const minTrigram = 3;
/** Candidates are limited: a text that matches all students costs no more than others. */
const maxCandidates = 500;

/** A word of ID, name, card or e-mail starts with the text. */
const begins = (word: string) =>
  sql`(x.search like ${beginning(word)} or x.search like ${`% ${beginning(word)}`})`;

/** Matches anywhere, except in card numbers, which match from their beginning. */
const contains = (word: string) => sql`(
  x.search like ${likePattern(word)} and (
    lower(concat_ws(' ', x.student_id, x.first_name, x.last_name, x.student_mail))
      like ${likePattern(word)} or ${begins(word)}))`;

const columns = sql`x.id, x.student_id, x.first_name, x.last_name`;
const listed = sql`x.archived_at is null and x.erased_at is null`;

/** Students that match a text: exact IDs and cards first, then prefix matches, then others. */
export function studentsFound(text: string): RawBuilder<unknown> {
  const words = wordsOf(text);
  const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
  return sql`
    select id, student_id, first_name, last_name from (
      (
        select 0 as rank, ${columns} from student x
        where ${listed}
          and (lower(x.student_id) = ${text.toLowerCase()}
            or x.rfid_number in (${text}, ${text.toUpperCase()}))
      )
      union all
      (
        select case when ${all(words.map(begins))} then 1 else 2 end, ${columns} from student x
        where ${listed}
          and ${all(words.map((word) => (word.length < minTrigram ? begins : contains)(word)))}
        limit ${maxCandidates}
      )
    ) ranked
    group by id, student_id, first_name, last_name
    order by min(rank), student_id limit ${limits.searchRows}`;
}
