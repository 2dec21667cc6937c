import { sql } from 'kysely';
import { oldCardText, type RevokedReason } from '#contract/card-reasons.ts';
import { storedCard, type CardTerms } from '#contract/card-number.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** Who had a card last that no person has now (R-CARD-4). */
export interface FormerCard {
  number: string;
  student: number;
  student_id: string;
  first_name: string;
  last_name: string;
  reason: RevokedReason;
  /** ISO instant. */
  ended_at: string;
}

/** The latest of each number; `former_card.sql` says the same for one. */
export async function formerCards(database: Database): Promise<FormerCard[]> {
  const { rows } = await sql<FormerCard>`
    select c.number, s.id as student, s.student_id, s.first_name, s.last_name, c.reason, c.ended_at
    from (
      select distinct on (number) number, student_id, reason, ended_at from student_card
      where ended_at is not null and reason <> 'corrected'
      order by number, ended_at desc, id desc
    ) c
    join student s on s.id = c.student_id
    where c.reason in ('replaced', 'lost', 'removed')
      and not exists (select from student_card now where now.number = c.number and now.ended_at is null)
    order by c.ended_at`.execute(database);
  return rows;
}

/** Whose former card a stored number is, also where it was stored in another form (R-CARD-1). */
export async function formerCard(
  database: Database,
  number: string,
  terms: CardTerms,
): Promise<FormerCard | undefined> {
  const all = await formerCards(database);
  return all.findLast(
    (card) => card.number === number || storedCard(card.number, terms) === number,
  );
}

/** Is not given to another student without a question. */
export const isRevoked = ({ reason }: Pick<FormerCard, 'reason'>): boolean => reason !== 'removed';

/** What a form or a file says of a card that another student lost or replaced. */
export const revokedText = (card: FormerCard, timeZone: string): string =>
  `${oldCardText(card, timeZone)}: enter there that it was returned`;
