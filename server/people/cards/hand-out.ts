import { fullName } from '#contract/person-name.ts';
import type { CardTerms } from '#contract/card-number.ts';
import { messages } from '#contract/texts.ts';
import type { CardState } from '#contract/student.ts';
import type { HandedOut, HandOut } from '#contract/people/student-card.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isKeyTaken, withRetryOnTakenKeys } from '#server/platform/database/transactions.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertNotOwnMail } from '#server/school/own-row.ts';
import { setCardChange } from './change.ts';
import { holderOf, numberToStore } from './find.ts';
import { formerCard, isRevoked, revokedText } from '#server/school/former-cards.ts';

export interface By {
  user: CurrentUser;
  /** ISO instant. */
  now: string;
  timeZone: string;
  terms: CardTerms;
}

interface Receiver {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  rfid_number: string | null;
  card_print_status: CardState | null;
  student_mail: string | null;
  archived_at: string | null;
  erased_at: string | null;
  merged_into: number | null;
}

/**
 * Gives a card to a student; who else had it has none then (R-CARD-5).
 * @throws ApiError 400 at `number` for the card of somebody else or a revoked one, unless confirmed; at
 * `student` for an archived one, and one who has another card than was seen; 403 about oneself; 404; 409 for an erased or merged one.
 */
export async function handOut(
  trx: Database,
  { student, number: given, confirm, seen }: HandOut,
  { user, now, timeZone, terms }: By,
): Promise<HandedOut> {
  const number = numberToStore(given, terms);
  const holder = await holderOf(trx, number, terms);
  const isOther = holder !== undefined && !(holder.table === 'student' && holder.id === student);
  if (isOther && holder.table === 'teacher')
    throw validationError('number', 'is the card of a teacher');
  const locked = await lock(trx, isOther ? [student, holder.id] : [student]);
  const receiver = locked.get(student);
  const from = isOther ? locked.get(holder.id) : undefined;
  assertMayReceive(receiver, user);
  // The same card as it was stored before stays as it is.
  const stays = holder !== undefined && !isOther;
  if (stays && receiver.rfid_number !== holder.number) throw changedMeanwhile();
  if (seen && receiver.rfid_number !== seen.card)
    throw validationError(
      'student',
      receiver.rfid_number === null ? 'has no card now' : `has card ${receiver.rfid_number} now`,
    );
  if (from) {
    assertNotOwnMail(from.student_mail, user);
    if (!confirm || (seen && seen.holder !== from.id))
      throw validationError('number', `is the card of ${fullName(from)} (${from.student_id})`);
    if (from.rfid_number !== holder?.number) throw changedMeanwhile();
    await setCardChange(trx, { by: user.id, at: now, reason: 'passed_on' });
    await setCard(trx, from.id, null);
  } else if (!holder) {
    const former = await formerCard(trx, number, given);
    if (former && former.student !== student && isRevoked(former) && !confirm)
      throw validationError('number', revokedText(former, timeZone));
  }
  await setCardChange(trx, { by: user.id, at: now, anyway: confirm });
  if (!stays) await setCard(trx, student, number);
  await trx
    .updateTable('student')
    .set({ card_print_status: 'collected' })
    .where('id', '=', student)
    .where('card_print_status', '=', 'awaiting_collection')
    .execute();
  const { id } = await trx
    .selectFrom('student_card')
    .select('id')
    .where('student_id', '=', student)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { card_print_status, rfid_number, ...names } = receiver;
  return {
    id,
    student: shortNames(names),
    number: stays ? holder.number : number,
    before: { number: rfid_number, card_print_status },
    card_print_status:
      card_print_status === 'awaiting_collection' ? 'collected' : card_print_status,
    taken_from: from ? shortNames(from) : null,
  };
}

/**
 * Takes back a card that was handed out by mistake: the student has what they had before, and so has who
 * it was taken from.
 * @throws ApiError 403 about oneself, 404, 409 when either was changed since.
 */
export async function takeBack(
  trx: Database,
  { id, before }: { id: number; before: HandedOut['before'] },
  { user, now }: By,
): Promise<{ student: number; number: string | null; given_back_to: number[] }> {
  const card = await trx
    .selectFrom('student_card')
    .select(['student_id as student', 'number', 'given_at'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!card) throw (await exists(trx, id)) ? changedSince() : notFound('This card');
  // What ended in the same step.
  const ended = await trx
    .selectFrom('student_card')
    .select(['student_id as student', 'number', 'reason'])
    .where('ended_at', '=', card.given_at)
    .where((is) =>
      is.or([
        is('student_id', '=', card.student),
        is.and({ number: card.number, reason: 'passed_on' }),
      ]),
    )
    .execute();
  const own = ended.find(({ student }) => student === card.student);
  const other = ended.find(({ student }) => student !== card.student);
  const locked = await lock(trx, other ? [card.student, other.student] : [card.student]);
  const receiver = locked.get(card.student);
  assertMayReceive(receiver, user);
  const from = other && locked.get(other.student);
  if (from) assertNotOwnMail(from.student_mail, user);
  // They had the card already: only the status had changed.
  const stayed = before.number === card.number;
  if (
    receiver.rfid_number !== card.number ||
    (!stayed && (own?.number ?? null) !== before.number) ||
    (from && (from.rfid_number !== null || from.archived_at !== null)) ||
    // Lost meanwhile, it is not given back.
    (own && own.reason !== 'replaced')
  )
    throw changedSince();
  if (!stayed) {
    await setCardChange(trx, { by: user.id, at: now, reason: 'corrected', anyway: true });
    await setCard(trx, card.student, null);
    if (own) await setCard(trx, card.student, own.number);
    if (from) await setCard(trx, from.id, card.number);
  }
  await trx
    .updateTable('student')
    .set({ card_print_status: before.card_print_status })
    .where('id', '=', card.student)
    .execute();
  return {
    student: card.student,
    number: before.number,
    given_back_to: from && !stayed ? [from.id] : [],
  };
}

/** The holder was read before they were locked. */
const changedMeanwhile = () => new ApiError(409, { detail: messages.changedMeanwhile });

const changedSince = () =>
  new ApiError(409, { detail: 'This card was changed since: look at the student.' });

const exists = async (trx: Database, id: number): Promise<boolean> =>
  (await trx.selectFrom('student_card').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** Locks the students in order of their ids. */
async function lock(trx: Database, ids: number[]): Promise<Map<number, Receiver>> {
  const rows: Receiver[] = await trx
    .selectFrom('student')
    .select(['id', 'student_id', 'first_name', 'last_name', 'rfid_number', 'card_print_status'])
    .select(['student_mail', 'archived_at', 'erased_at', 'merged_into'])
    .where('id', '=', anyOf.ids(ids))
    .orderBy('id')
    // As the change of a number locks them, which other rows refer to.
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function assertMayReceive(
  student: Receiver | undefined,
  user: CurrentUser,
): asserts student is Receiver {
  if (!student) throw validationError('student', 'does not exist');
  assertNotOwnMail(student.student_mail, user);
  if (student.erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
  if (student.merged_into) throw new ApiError(409, { detail: messages.mergedStudent });
  if (student.archived_at) throw validationError('student', 'is archived');
}

/** @throws ApiError 400 at `number` where it is an ID. */
async function setCard(trx: Database, student: number, number: string | null): Promise<void> {
  try {
    await trx
      .updateTable('student')
      .set({ rfid_number: number })
      .where('id', '=', student)
      .execute();
  } catch (error) {
    if (errorDetail(error, 'constraint') !== 'student_card_is_a_student_id') throw error;
    throw validationError('number', 'must not be the student ID of another student');
  }
}

/**
 * Gives or takes back a card; where somebody else gets it in the same moment, it is looked up again.
 * @throws ApiError 400 at `number` where they go on being faster.
 */
export async function givingCard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRetryOnTakenKeys(work);
  } catch (error) {
    if (!isKeyTaken(error)) throw error;
    throw validationError('number', 'is the card of somebody else');
  }
}

const shortNames = ({
  id,
  student_id,
  first_name,
  last_name,
}: Omit<Receiver, 'rfid_number' | 'card_print_status'>) => ({
  id,
  student_id,
  first_name,
  last_name,
});
