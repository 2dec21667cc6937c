import { sql, type RawBuilder } from 'kysely';
import { isEastAsian } from '#contract/fold.ts';
import { limits } from '#contract/limits.ts';
import { beginning } from '#server/platform/http/lists.ts';
import { contains, studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { onRedList } from '#server/school/red-list.ts';

/** Shorter words have no trigram: they match the beginning of a word only, where an index exists. */
const minTrigram = 3;
const isBeginning = (word: string): boolean => word.length < minTrigram && !isEastAsian(word);
/** Candidates are limited: a text that matches all students costs no more than others. */
const maxCandidates = 500;

/** A word of ID, name, card or e-mail starts with the text. */
const begins = (word: string) =>
  sql`(x.search like ${beginning(word)} or x.search like ${`% ${beginning(word)}`})`;

/** Matches anywhere, except in card numbers, which match from their beginning. */
const matches = (word: string) => sql`(
  ${studentContains(word, 'x')} and (${contains(word, {
    texts: ['x.student_id', 'x.first_name', 'x.last_name'],
    addresses: ['x.student_mail'],
  })} or ${begins(word)}))`;

const listed = sql`x.archived_at is null and x.erased_at is null`;

/** Students that match a text: exact IDs and cards first, then prefix matches, then others. */
export function studentsFound(text: string): RawBuilder<unknown> {
  const words = wordsOf(text);
  const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
  return sql`
    select s.id, s.student_id, s.first_name, s.last_name, ${onRedList(sql`s.id`)} as in_red_list from (
      (
        select 0 as rank, x.id from student x
        where ${listed}
          and (lower(x.student_id) = ${text.toLowerCase()}
            or x.rfid_number in (${text}, ${text.toUpperCase()}))
      )
      union all
      (
        select case when ${all(words.map(begins))} then 1 else 2 end, x.id from student x
        where ${listed}
          and ${all(words.map((word) => (isBeginning(word) ? begins : matches)(word)))}
        limit ${maxCandidates}
      )
    ) ranked join student s on s.id = ranked.id
    group by s.id
    order by min(rank), s.student_id limit ${limits.searchRows}`;
}
