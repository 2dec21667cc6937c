import { sql } from 'kysely';
import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import {
  changeFormerCard,
  findCard,
  handOutCard,
  listStudentCards,
  printCards,
  undoHandOut,
} from '#contract/people/cards.endpoints.ts';
import type { StudentCard } from '#contract/people/student-card.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { assertNotOwnMail } from '#server/school/own-row.ts';
import { publishStudents } from '#server/school/live-marks.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { findHolder } from './find.ts';
import { givingCard, handOut, takeBack } from './hand-out.ts';
import { cardsToPrint } from './print.ts';
import { cardsOfStudent, findCardRow } from './queries.ts';

/** Cards of students: their history (R-CARD-3), handing them out (R-CARD-5), printing them (R-CARD-6). */
export function cardRoutes(api: Api, context: AppContext): void {
  const { database, clock, settings, files } = context;
  const by = (user: CurrentUser) => ({
    user,
    now: clock.now().toString(),
    timeZone: clock.timeZone,
    terms: settings.current(),
  });

  implement(api, listStudentCards, async ({ params }) => {
    const id = await studentNamed(database, params.student);
    if (id === null) throw notFound('This student');
    return { results: await cardsOfStudent(database, id) };
  });

  implement(api, changeFormerCard, async (request) => {
    const { params, body, user } = request;
    const { student, card } = await inFormTransaction(database, (trx) =>
      changeReason(trx, params.id, body.reason, user),
    );
    request.auditAbout = { student };
    return card;
  });

  implement(api, findCard, ({ query: { number } }) =>
    findHolder(database, number, settings.current()),
  );

  implement(api, handOutCard, async ({ body, user }) => {
    const done = await givingCard(() =>
      inFormTransaction(database, (trx) => handOut(trx, body, by(user))),
    );
    const holders = [done.student, done.taken_from].flatMap((student) => student?.id ?? []);
    await publishStudents(context, holders);
    return done;
  });

  implement(api, undoHandOut, async (request) => {
    const { body, user } = request;
    const { given_back_to, ...done } = await givingCard(() =>
      inFormTransaction(database, (trx) => takeBack(trx, body, by(user))),
    );
    request.auditAbout = { student: [done.student, ...given_back_to] };
    await publishStudents(context, [done.student, ...given_back_to]);
    return done;
  });

  implement(api, printCards, async ({ body: { ids }, user }) => {
    const rows = await inFormTransaction(database, (trx) => cardsToPrint(trx, ids, by(user)));
    await publishStudents(context, ids);
    return {
      results: rows.map((row) => ({ ...row, profile_image: files.link(row.profile_image) })),
    };
  });
}

/** @throws ApiError 403 about oneself, 404, 409 for a present card. */
async function changeReason(
  trx: Database,
  id: number,
  reason: StatedCardReason,
  user: CurrentUser,
): Promise<{ student: number; card: StudentCard }> {
  const { rows } = await sql<{
    student: number;
    student_mail: string | null;
    ended_at: string | null;
  }>`
    select s.id as student, s.student_mail, c.ended_at from student_card c join student s on s.id = c.student_id
    where c.id = ${id} for no key update of c`.execute(trx);
  const [card] = rows;
  if (!card) throw notFound('This card');
  assertNotOwnMail(card.student_mail, user);
  if (card.ended_at === null)
    throw new ApiError(409, { detail: 'This is the present card of the student.' });
  await trx.updateTable('student_card').set({ reason }).where('id', '=', id).execute();
  const changed = await findCardRow(trx, id);
  if (!changed) throw notFound('This card');
  return { student: card.student, card: changed };
}
