import { sql } from 'kysely';
import { cardReasons } from '#contract/people/card-reasons.ts';
import { looksLikeEmail } from '#contract/email.ts';
import { birthDateFault } from '#contract/birth-date.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Body, ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { recordFormerId } from '#server/school/erased-ids.ts';
import { assertNotOwnMail } from '#server/school/own-row.ts';
import {
  assertSamePerson,
  lockAddresses,
  staffAmong,
  staffOf,
  type SamePerson,
} from '#server/school/one-role-addresses.ts';
import { publishStudents } from '#server/school/live-marks.ts';
import { isActiveWith } from '#server/school/users.ts';
import { setCardChange } from '../cards/change.ts';
import { cardToStore } from '../cards/numbers.ts';
import { studentReferences } from './references.ts';
import { archivingOfStudents } from './reopen.ts';
import { uniqueStudentKeys } from './unique-keys.ts';

/** Writes students with their cards and photos. */
export function studentWriter(context: AppContext): ResourceWriter {
  const archiving = archivingOfStudents(context.clock);
  return {
    table: 'student',
    async begin(trx, step) {
      step.afterCommit.push(
        () => publishStudents(context, step.ids),
        () => context.files.removeReleased(),
      );
      await archiving.begin(trx, step);
    },
    assertCanChange: assertCanChangeStudent,
    assertCanRestore: (trx, rows) =>
      assertNoneIsStaff(trx, 'ids', rows.map(mailOf), staffOf(context.config)),
    assertCanBecome: (trx, rows) =>
      assertNoneIsStaff(
        trx,
        'student_mail',
        rows
          .filter(({ current, next }) => lower(mailOf(current ?? {})) !== lower(mailOf(next)))
          .map(({ next }) => mailOf(next)),
        staffOf(context.config),
      ),
    toColumns: (body, write) => studentColumns(context, body, write),
    // Archived students are missing on later rolls; taken ones keep them.
    afterRows: archiving.afterRows,
    unique: uniqueStudentKeys,
    referencedBy: studentReferences,
  };
}

function assertCanChangeStudent({ erased_at, merged_into, student_mail }: Body, user: CurrentUser) {
  assertNotOwnMail(student_mail, user);
  if (erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
  // Its marks are with the other one (R-MERGE-4).
  if (merged_into) throw new ApiError(409, { detail: messages.mergedStudent });
}

const mailOf = ({ student_mail }: Body): unknown => student_mail;

/**
 * A student with a staff member's address is that person in the eyes of every call (R-ME-7).
 * @throws ApiError 400 at `field`; 403.
 */
async function assertNoneIsStaff(
  trx: Database,
  field: string,
  emails: unknown[],
  staff: string[],
  by?: SamePerson,
): Promise<void> {
  if (emails.every((email) => !email)) return;
  await lockAddresses(trx, 'students');
  assertSamePerson(await staffAmong(trx, emails, staff), {
    field,
    text: messages.addressOfStaff,
    several: emails.length > 1,
    ...(by && { by }),
  });
}

/** Whether a student has an address: with two, neither could sign in. */
async function isAddressOfStudent(trx: Database, mail: string): Promise<boolean> {
  const { rows } = await sql`select from student s where ${isActiveWith(mail)} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

const lower = (mail: unknown): string => (typeof mail === 'string' ? mail.toLowerCase() : '');

interface StudentWrite {
  trx: Database;
  user: CurrentUser;
  /** The row before the change; none for a new student. */
  current?: Body;
}

async function studentColumns(
  { config, clock, files, settings }: AppContext,
  { profile_image, card_reason, confirm_same_person: confirmed, ...body }: Body,
  { trx, user, current }: StudentWrite,
): Promise<Body> {
  const birth = body.date_of_birth;
  const birthFault =
    typeof birth === 'string' && birth !== current?.date_of_birth
      ? birthDateFault(birth, clock.today())
      : null;
  if (birthFault !== null) throw validationError('date_of_birth', birthFault);
  if (current && typeof body.student_id === 'string' && body.student_id !== current.student_id) {
    await recordFormerId(trx, Number(current.id), String(current.student_id));
  }
  if (body.rfid_number !== undefined || body.student_id !== undefined)
    await setCardChange(trx, {
      by: user.id,
      at: clock.now().toString(),
      reason: cardReasons.find((reason) => reason === card_reason),
    });
  const mail = `${String(body.student_id)}@${config.mailDomain ?? ''}`.toLowerCase();
  // An ID with a space, say, is no address; and it may be the address of who had the ID before.
  const given =
    body.student_mail === undefined &&
    !current &&
    looksLikeEmail(mail) &&
    !(await isAddressOfStudent(trx, mail)) &&
    (await staffAmong(trx, [mail], staffOf(config))).size === 0;
  const student_mail = given ? mail : body.student_mail;
  assertNotOwnMail(student_mail, user);
  if (lower(student_mail) !== lower(current?.student_mail))
    await assertNoneIsStaff(trx, 'student_mail', [student_mail], staffOf(config), {
      confirmed,
      user,
    });
  return {
    ...body,
    // Texts that were written before do not name the student (R-ERASE-1).
    ...(!current && { created_at: clock.now().toString() }),
    ...(body.rfid_number !== undefined && {
      rfid_number: await cardToStore(trx, settings.current(), body.rfid_number, {
        table: 'student',
        field: 'rfid_number',
        current,
        timeZone: clock.timeZone,
      }),
    }),
    ...(given && { student_mail }),
    ...(profile_image !== undefined && {
      profile_image: await files.take(trx, {
        field: 'profile_image',
        category: 'student-profile',
        link: profile_image,
        user: user.id,
        current: current?.profile_image,
      }),
    }),
  };
}
