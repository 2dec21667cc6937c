import type { NotNull } from 'kysely';
import { haveForm, storedCard, type CardTerms } from '#contract/card-number.ts';
import { keyForm } from '#contract/identifier.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { CardReason } from '#contract/people/card-reasons.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { setCardChange } from '#server/people/index.ts';
import { formerCards, isRevoked } from '#server/school/former-cards.ts';
import type { RowResolver } from './references.ts';
import type { StepContext } from './step.ts';
import type { ExistingStudent, Line } from './student-line.ts';

/** The numbers of cards in the form in which they are stored (R-CARD-1); one that stays is not rewritten. */
export function withStoredCards(
  rows: Line[],
  existing: ExistingStudent[],
  cards: CardTerms,
  resolver: RowResolver,
): Line[] {
  const now = new Map(existing.map(({ student_id, rfid_number }) => [student_id, rfid_number]));
  return rows.flatMap(({ line, row }) => {
    const { rfid_number: sent, student_id } = row;
    if (sent === null || sent === now.get(student_id)) return [{ line, row }];
    const rfid_number = (haveForm(cards) ? storedCard(sent, cards) : sent) || null;
    if ((rfid_number?.length ?? 0) <= limits.rfidLength)
      return [{ line, row: { ...row, rfid_number } }];
    resolver.reject(line, 'rfid_number', messages.rfidTooLong);
    return [];
  });
}

/** The numbers of teachers' cards, as they are and as they would be stored, in lower case. */
export async function cardsOfTeachers(database: Database, cards: CardTerms): Promise<Set<string>> {
  const rows = await database
    .selectFrom('teacher')
    .select('card_number as number')
    .where('card_number', 'is not', null)
    .$narrowType<{ number: NotNull }>()
    .execute();
  return new Set(
    rows.flatMap(({ number }) => [keyForm(number), keyForm(storedCard(number, cards))]),
  );
}

/** Which of these cards were lost or replaced, with the ID of who had each (R-CARD-4). */
export async function revokedCards(
  database: Database,
  numbers: string[],
): Promise<Map<string, string>> {
  const former = await formerCards(database, numbers);
  return new Map(former.filter(isRevoked).map(({ number, student_id }) => [number, student_id]));
}

/**
 * Takes off all cards that change, before the new ones are set: two students may have swapped theirs.
 * What the same file gives to another student is no lost card.
 * @returns the IDs of those who have no card in the file.
 */
export async function giveUpCards(
  database: Database,
  rows: Line[],
  existing: ExistingStudent[],
  { by, now }: Pick<StepContext, 'by' | 'now'>,
): Promise<string[]> {
  const who = { by: by?.user ?? null, at: now };
  const given = new Set(rows.map(({ row }) => row.rfid_number));
  const cardOf = new Map(existing.map((student) => [student.student_id, student.rfid_number]));
  const changing = rows
    .map(({ row }) => row)
    .filter(({ student_id, rfid_number }) => {
      const card = cardOf.get(student_id);
      return card && card !== rfid_number;
    });
  const reasons = Map.groupBy(changing, ({ student_id, rfid_number }): CardReason => {
    if (given.has(cardOf.get(student_id) ?? null)) return 'passed_on';
    return rfid_number === null ? 'removed' : 'replaced';
  });
  for (const [reason, students] of reasons) {
    await setCardChange(database, { ...who, reason });
    await database
      .updateTable('student')
      .set({ rfid_number: null })
      .where('student_id', '=', anyOf.texts(students.map((row) => row.student_id)))
      .execute();
  }
  await setCardChange(database, who);
  return changing.flatMap(({ student_id, rfid_number }) =>
    rfid_number === null ? [student_id] : [],
  );
}

/**
 * Rejects rows whose card is taken; a rejected row keeps its old card, which may reject another
 * row.
 */
export function withFreeCards(
  rows: Line[],
  existing: ExistingStudent[],
  {
    ofTeachers,
    revoked,
  }: { ofTeachers: ReadonlySet<string>; revoked: ReadonlyMap<string, string> },
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
          : [card, storedCard(card, cards)].map((number) => [keyForm(number), student_id] as const),
      ),
  );
  const rowOf = new Map(rows.map(({ row }) => [row.student_id, row]));
  /** The holders of cards by number, without those to whom the file gives another card. */
  const holderOfId = new Map(
    existing.flatMap(({ student_id, rfid_number: card }) => {
      const next = rowOf.get(student_id)?.rfid_number ?? card;
      return card === null || next !== card ? [] : [[keyForm(card), student_id] as const];
    }),
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
    const holderOfThis = holderOfId.get(keyForm(student_id));
    if (holderOfThis !== undefined && holderOfThis !== student_id) {
      resolver.reject(
        line.line,
        'student_id',
        `${student_id} is the card of student ${holderOfThis}`,
      );
      rejected.add(line);
    }
    if (card === null) continue;
    const holder = card === oldCards.get(student_id) ? undefined : holders.get(keyForm(card));
    if (holder) reject(line, `the card of student ${holder}`);
    if (ofTeachers.has(keyForm(card))) reject(line, 'the card of a teacher');
    const lostBy = revoked.get(card);
    if (lostBy !== undefined && lostBy !== student_id && oldCards.get(student_id) !== card)
      reject(line, `a card that student ${lostBy} lost or replaced`);
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
