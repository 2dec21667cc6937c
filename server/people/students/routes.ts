import { sql, type RawBuilder } from 'kysely';
import { cardReasons } from '#contract/people/card-reasons.ts';
import { looksLikeEmail, type IdOrUuid } from '#contract/fields.ts';
import { messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import { percentOf, rateOf, type RateTerms } from '#contract/rates.ts';
import {
  bulkRemoveStudents,
  getNextStudentId,
  getStudentDetails,
  getStudentStat,
  studentEndpoints,
} from '#contract/people/students.endpoints.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import type { Student } from '#contract/student.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { createReader } from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import { sayCardChange } from '../cards/change.ts';
import { cardToStore } from '../cards/numbers.ts';
import { nameOfDay } from '#server/school/when.ts';
import { cardStatusRoutes } from './card-status-routes.ts';
import { studentList, type StudentRow, type StudentsQuery } from './list.ts';
import { nextStudentId } from './next-id.ts';
import { panelsOf } from './panels.ts';
import {
  attendanceByClass,
  changedMeetingsOf,
  changesOf,
  daysOfStudent,
  enrolmentsOf,
  notesAbout,
  type StatRow,
} from './queries.ts';
import { forecastsOf } from '#server/standing/index.ts';
import { leavesOf } from '#server/attendance/index.ts';
import { recordFormerId } from '#server/school/erased-ids.ts';
import { assertNotOwnMail } from '#server/school/own-row.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { archivingOfStudents } from './reopen.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';

const maxNotes = 50;
const maxChangedMeetings = 50;
const maxChanges = 200;

/** Who edits students reads them: the message says whose it is. */
const otherStudent = (text: string, conflict: RawBuilder<unknown>) => sql<string>`(
  select ${text}::text || ' ' || other.first_name || ' ' || other.last_name
    || ' (' || other.student_id || ')'
  from others other, candidate where ${conflict} order by other.id limit 1)`;

export function studentRoutes(api: Api, context: AppContext): RegisteredResource {
  const { config, database, clock, files, settings } = context;
  const toResponse = (row: StudentRow): Student => ({
    ...row,
    profile_image: files.link(row.profile_image),
  });

  const writer: ResourceWriter = {
    table: 'student',
    assertCanChange({ erased_at, merged_into, student_mail }, user) {
      assertNotOwnMail(student_mail, user);
      if (erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
      // Its marks are with the other one (R-MERGE-4).
      if (merged_into) throw new ApiError(409, { detail: messages.mergedStudent });
    },
    async toColumns({ profile_image, card_reason, ...body }, { trx, user, current }) {
      if (typeof body.date_of_birth === 'string' && body.date_of_birth > clock.today())
        throw validationError('date_of_birth', messages.futureBirth);
      if (
        current &&
        typeof body.student_id === 'string' &&
        body.student_id !== current.student_id
      ) {
        await recordFormerId(trx, Number(current.id), String(current.student_id));
      }
      if (body.rfid_number !== undefined || body.student_id !== undefined)
        await sayCardChange(trx, {
          by: user.id,
          at: clock.now().toString(),
          reason: cardReasons.find((reason) => reason === card_reason),
        });
      const mail = `${String(body.student_id)}@${config.mailDomain ?? ''}`.toLowerCase();
      // An ID with a space, say, is no address.
      const given = body.student_mail === undefined && !current && looksLikeEmail(mail);
      const student_mail = given ? mail : body.student_mail;
      assertNotOwnMail(student_mail, user);
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
    },
    // Archived students are missing on later rolls; taken ones keep them.
    ...archivingOfStudents(clock),
    afterCommit: () => files.removeReleased(),
    unique: {
      student_student_id_key: ['student_id'],
      student_id_any_case: ['student_id', 'already exists with other capital letters'],
      student_rfid_number_key: [
        'rfid_number',
        'is the card of another student',
        undefined,
        otherStudent('is the card of', sql`other.rfid_number = candidate.rfid_number`),
      ],
      student_key_form: [
        'rfid_number',
        'is the card of another student',
        sameKeyForm('rfid_number'),
        otherStudent('is the card of', sameKeyForm('rfid_number')),
      ],
      student_card_is_a_student_id: [
        'rfid_number',
        'must not be the student ID of another student',
        sql`other.student_id = candidate.rfid_number`,
      ],
      student_id_is_a_card: [
        'student_id',
        'must not be the card of another student',
        sql`other.rfid_number = candidate.student_id`,
        otherStudent('must not be the card of', sql`other.rfid_number = candidate.student_id`),
      ],
      student_card_is_a_teachers: [
        'rfid_number',
        'is the card of a teacher',
        sql`exists (select from teacher t where t.key_form = key_form(candidate.rfid_number))`,
      ],
      student_card_was_revoked: ['rfid_number', 'was lost or replaced by another student'],
      student_id_is_a_teachers_card: [
        'student_id',
        'must not be the card of a teacher',
        sql`exists (select from teacher t where lower(t.card_number) = lower(candidate.student_id))`,
      ],
    },
    referencedBy: [
      { table: 'enrolment', column: 'student_id', names: ['enrolment', 'enrolments'] },
      {
        table: 'waiting_member',
        column: 'student_id',
        names: ['class without times', 'classes without times'],
      },
      { table: 'attendance', column: 'student_id', names: ['attendance mark', 'attendance marks'] },
      {
        table: 'attendance_history',
        column: 'student_id',
        names: ['change in the history of marks', 'changes in the history of marks'],
      },
      { table: 'device_tap', column: 'student_id', names: ['tap at a door', 'taps at doors'] },
      { table: 'cohort_assignment', column: 'student_id', names: ['cohort', 'cohorts'] },
      { table: 'leave', column: 'student_id', names: ['approved leave', 'approved leaves'] },
      { table: 'held_mark', column: 'student_id', names: ['held mark', 'held marks'] },
      { table: 'attendance_note', column: 'student_id', names: ['note', 'notes'] },
      {
        table: 'leave_request',
        column: 'student_id',
        names: ['request for a leave', 'requests for leaves'],
      },
      { table: 'red_list', column: 'student_id', names: ['red list entry', 'red list entries'] },
      { table: 'follow_up', column: 'student_id', names: ['follow-up', 'follow-ups'] },
      { table: 'student', column: 'merged_into', names: ['merged student', 'merged students'] },
    ],
  };

  const reader = createReader<StudentRow, StudentsQuery>(
    database,
    studentList,
    clock.today,
    toResponse,
  );
  const named = async (path: IdOrUuid) => {
    const id = await studentNamed(database, path);
    if (id === null) throw notFound('This student');
    return id;
  };

  implement(api, getNextStudentId, async () => ({ student_id: await nextStudentId(database) }));

  implement(api, getStudentStat, async (request) => {
    const id = await named(request.params.student);
    // Of the specification: all dates of the class until today.
    const whole = { now: `${clock.today()}T24:00`, begins_on: null };
    const rows = await attendanceByClass(database, id, whole);
    const terms = rateTerms(settings.current());
    return { results: rows.map((row) => presentStat(row, terms)) };
  });

  implement(api, getStudentDetails, async (request) =>
    details(await named(request.params.student), request.user),
  );

  async function details(id: number, user: CurrentUser): Promise<StudentDetails> {
    const today = clock.today();
    const terms = rateTerms(settings.current());
    const allowed = <T>(
      subject: 'Approved Leave List' | 'Notes' | 'Attendance' | 'Red List Students',
      read: () => Promise<T>,
    ): Promise<T | null> =>
      can(user.permissions, subject, 'read') ? read() : Promise.resolve(null);
    // One after the other: a call uses one connection, or four slow pages of one user would use them all.
    const student = (await reader.findById(id, user)) as Student;
    const enrolments = await enrolmentsOf(database, id);
    const until = await rollMoment(database, clock);
    const stats = await attendanceByClass(database, id, until);
    const moment = { today, now: until.now };
    const days = await daysOfStudent(database, id, until);
    // Students get no forecast of themselves (R-FORECAST-2).
    const isSelf = student.student_mail?.toLowerCase() === user.email.toLowerCase();
    const forecasts =
      settings.current().forecast && !isSelf
        ? await allowed('Red List Students', () => forecastsOf(database, id, moment, terms))
        : null;
    const leaves = await allowed('Approved Leave List', () => leavesOf(database, id));
    const notes = await allowed('Notes', () => notesAbout(database, id, maxNotes));
    const history = await allowed('Attendance', () => changesOf(database, id, maxChanges));
    const changed = await changedMeetingsOf(database, id, maxChangedMeetings);
    const daysByClass = Map.groupBy(days, (day) => day.class_schedule);
    return {
      student,
      enrolments: enrolments.map(
        ({
          subject_name,
          subject_code,
          room_number,
          first_name,
          last_name,
          semester,
          year,
          ...row
        }) => ({
          ...row,
          day_of_week: nameOfDay(row.day_of_week),
          subject: { subject_name, subject_code },
          classroom: { room_number },
          teacher: { first_name, last_name },
          semester: { semester, year },
        }),
      ),
      attendance: stats.map((row) => ({
        ...presentStat(row, terms),
        days: (daysByClass.get(row.class_schedule) ?? []).map(
          ({ class_schedule: _class, ...day }) => day,
        ),
      })),
      changed_meetings: changed.map(({ subject_name, subject_code, ...meeting }) => ({
        ...meeting,
        subject: { subject_name, subject_code },
      })),
      rate_terms: terms,
      forecasts,
      leaves:
        leaves &&
        leaves.map((leave) => ({
          ...leave,
          supporting_document: files.link(leave.supporting_document),
        })),
      notes:
        notes &&
        notes.map(({ subject_name, subject_code, ...note }) => ({
          ...note,
          subject: { subject_name, subject_code },
        })),
      history,
      panels: await panelsOf(context, id, user),
    };
  }

  cardStatusRoutes(api, { database, clock });
  return registerResource(api, studentEndpoints, reader, writer, {
    database,
    clock,
    byUuid: (path) => studentNamed(database, path),
    bulkRemove: bulkRemoveStudents,
  });
}

const rateTerms = ({ rate_by, late_counts_as, excused_counts }: RateTerms): RateTerms => ({
  rate_by,
  late_counts_as,
  excused_counts,
});

function presentStat({ subject_name, subject_code, ...row }: StatRow, terms: RateTerms) {
  const rate = percentOf(rateOf(row, terms));
  return {
    ...row,
    subject: { subject_name, subject_code },
    not_taken: row.total - row.present - row.absent,
    rate,
    attendance_percentage: rate ?? 0,
  };
}
