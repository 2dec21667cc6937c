import { sql } from 'kysely';
import { storedCard, type CardTerms } from '#contract/card-number.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RowResolver } from './references.ts';
import type { ExistingStudent, Line } from './students.ts';

/** The numbers of cards in the form in which they are stored (R-CARD-1); one that stays is not rewritten. */
export function withStoredCards(
  rows: Line[],
  existing: ExistingStudent[],
  cards: CardTerms,
  resolver: RowResolver,
): Line[] {
  if (cards.card_format === 'as_sent') return rows;
  const now = new Map(existing.map(({ student_id, rfid_number }) => [student_id, rfid_number]));
  return rows.flatMap(({ line, row }) => {
    const { rfid_number: sent, student_id } = row;
    if (sent === null || sent === now.get(student_id)) return [{ line, row }];
    const rfid_number = storedCard(sent, cards) || null;
    if ((rfid_number?.length ?? 0) <= limits.rfidLength)
      return [{ line, row: { ...row, rfid_number } }];
    resolver.reject(line, 'rfid_number', messages.rfidTooLong);
    return [];
  });
}

/** The numbers of teachers' cards, as they are and as they would be stored, in lower case. */
export async function cardsOfTeachers(database: Database, cards: CardTerms): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select card_number as number from teacher where card_number is not null`.execute(database);
  return new Set(
    rows.flatMap(({ number }) => [number.toLowerCase(), storedCard(number, cards).toLowerCase()]),
  );
}

/**
 * Rejects rows whose card is taken; a rejected row keeps its old card, which may reject another
 * row.
 */
export function withFreeCards(
  rows: Line[],
  existing: ExistingStudent[],
  ofTeachers: ReadonlySet<string>,
  { resolver, cards }: { resolver: RowResolver; cards: CardTerms },
): Line[] {
  const inFile = new Set(rows.map(({ row }) => row.student_id));
  const ids = new Set(
    [...existing.map((student) => student.student_id), ...inFile].map((id) => id.toLowerCase()),
  );
  const oldCards = new Map(existing.map((student) => [student.student_id, student.rfid_number]));
  const holders = new Map(
    existing
      .filter(({ student_id }) => !inFile.has(student_id))
      // What was stored in another form is the same card.
      .flatMap(({ rfid_number: card, student_id }) =>
        card === null
          ? []
          : [card, storedCard(card, cards)].map((number) => [number, student_id] as const),
      ),
  );
  const requestedCards = new Map(rows.map((line) => [line.row.rfid_number, line]));
  const rejected = new Set<Line>();
  const reject = (line: Line, reason: string) => {
    resolver.reject(line.line, 'rfid_number', `${line.row.rfid_number} is ${reason}`);
    rejected.add(line);
  };
  for (const line of rows) {
    const { rfid_number: card, student_id } = line.row;
    if (ofTeachers.has(student_id.toLowerCase())) {
      resolver.reject(line.line, 'student_id', `${student_id} is the card of a teacher`);
      rejected.add(line);
    }
    if (card === null) continue;
    const holder = holders.get(card);
    if (holder) reject(line, `the card of student ${holder}`);
    if (ofTeachers.has(card.toLowerCase())) reject(line, 'the card of a teacher');
    const asId = card.toLowerCase();
    if (asId !== student_id.toLowerCase() && ids.has(asId))
      reject(line, 'the student id of another student');
  }
  // Iterates over rows that are added meanwhile, so chains of cards need one pass.
  for (const { row } of rejected) {
    const card = oldCards.get(row.student_id) ?? null;
    const next = card === null ? undefined : requestedCards.get(card);
    if (next && !rejected.has(next)) reject(next, `the card of student ${row.student_id}`);
  }
  return rows.filter((line) => !rejected.has(line));
}
