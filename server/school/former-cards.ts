import { sql } from 'kysely';
import { oldCardText, type RevokedReason } from '#contract/people/card-reasons.ts';
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

/** Of these numbers as they were stored; `former_card.sql` says the same for one. */
export async function formerCards(database: Database, numbers: string[]): Promise<FormerCard[]> {
  const { rows } = await sql<FormerCard>`
    select c.number, s.id as student, s.student_id, s.first_name, s.last_name, c.reason, c.ended_at
    from (
      select distinct on (number) number, student_id, reason, ended_at from student_card
      where number = any(${numbers}::text[]) and ended_at is not null and reason <> 'corrected'
      order by number, ended_at desc, id desc
    ) c
    join student s on s.id = c.student_id
    where c.reason in ('replaced', 'lost', 'removed')
      and not exists (select from student_card now where now.number = c.number and now.ended_at is null)
    order by c.ended_at`.execute(database);
  return rows;
}

/** Whose former card one of these numbers is: as it came, and as it would be stored. */
export const formerCard = async (
  database: Database,
  ...numbers: string[]
): Promise<FormerCard | undefined> => (await formerCards(database, numbers)).at(-1);

/** Is not given to another student without a question. */
export const isRevoked = ({ reason }: Pick<FormerCard, 'reason'>): boolean => reason !== 'removed';

/** What a form or a file says of a card that another student lost or replaced. */
export const revokedText = (card: FormerCard, timeZone: string): string =>
  `${oldCardText(card, timeZone)}: enter there that it was returned`;
