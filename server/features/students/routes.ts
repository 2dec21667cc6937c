import { sql } from 'kysely';
import { z } from 'zod';
import { idOrUuid } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import { may } from '../../../contract/permissions.ts';
import { percent } from '../../../contract/summary.ts';
import { studentDetails, students, studentStat, type Student, type StudentDetails } from '../../../contract/student.ts';
import type { Api, Parts } from '../../parts.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { readingOf } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';
import { nameOfDay } from '../timetable/when.ts';
import { endEnrolments } from '../enrolment/enrol.ts';
import { studentListing, type StudentRow, type StudentsAsked } from './listing.ts';
import { attendanceByClass, changesOf, daysOfStudent, enrolmentsOf, notesAbout, type StatRow } from './queries.ts';
import { leavesOf } from '../leave/queries.ts';
import { studentNamed } from './reference.ts';

const mostNotes = 50;
const mostChanges = 200;

export function studentRoutes(api: Api, { config, database, clock, files }: Parts): Mounted {
  const present = (row: StudentRow): Student => ({ ...row, profile_image: files.link(row.profile_image) });

  const writing: Writing = {
    table: 'student',
    mayChange({ erased_at }) {
      if (erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
    },
    async columns({ profile_image, ...body }, { trx, who, current }) {
      if (typeof body.date_of_birth === 'string' && body.date_of_birth > clock.today())
        throw wrongField('date_of_birth', 'must not be in the future');
      const mail =
        body.student_mail === undefined && !current && config.mailDomain
          ? `${String(body.student_id)}@${config.mailDomain}`.toLowerCase()
          : undefined;
      return {
        ...body,
        ...(mail && { student_mail: mail }),
        ...(profile_image !== undefined && {
          profile_image: await files.take(trx, {
            field: 'profile_image',
            category: 'student-profile',
            link: profile_image,
            user: who.id,
            current: current?.profile_image,
          }),
        }),
      };
    },
    // They leave the rolls that follow; the ones that were taken keep them.
    async afterArchive(trx, ids) {
      const open = await sql<{ id: number }>`select id from enrolment where student_id = any(${ids}::bigint[]) and enrolled_to is null`.execute(trx);
      await endEnrolments(
        trx,
        open.rows.map(({ id }) => id),
        clock.today(),
      );
    },
    afterCommit: () => files.removeReleased(),
    unique: {
      student_student_id_key: ['student_id'],
      student_id_any_case: ['student_id', 'already exists in other letters'],
      student_rfid_number_key: ['rfid_number', 'is the card of another student'],
      student_card_is_a_student_id: ['rfid_number', 'must not be the student ID of another student'],
    },
    usedBy: [
      { table: 'enrolment', column: 'student_id', names: ['enrolment', 'enrolments'] },
      { table: 'attendance', column: 'student_id', names: ['attendance mark', 'attendance marks'] },
      { table: 'attendance_history', column: 'student_id', names: ['change in the history of marks', 'changes in the history of marks'] },
      { table: 'cohort_assignment', column: 'student_id', names: ['cohort', 'cohorts'] },
      { table: 'leave', column: 'student_id', names: ['approved leave', 'approved leaves'] },
      { table: 'red_list', column: 'student_id', names: ['red list entry', 'red list entries'] },
    ],
  };

  const reading = readingOf<StudentRow, StudentsAsked>(database, studentListing, clock.today, present);
  const named = async (path: z.output<typeof idOrUuid>) => {
    const id = await studentNamed(database, path);
    if (id === null) throw notFound('This student');
    return id;
  };

  const params = z.object({ student: idOrUuid });
  const stat = { params, response: { 200: z.object({ results: z.array(studentStat) }) } };
  api.get('/student-schedule-attendance-stat/:student', { schema: stat }, async (request) => {
    const rows = await attendanceByClass(database, await named(request.params.student), clock.today());
    return { results: rows.map(presentStat) };
  });

  api.get('/student-details/:student', { schema: { params, response: { 200: studentDetails } } }, async (request) =>
    details(await named(request.params.student), request.who),
  );

  async function details(id: number, who: Who): Promise<StudentDetails> {
    const today = clock.today();
    const allowed = <T>(resource: 'Approved Leave List' | 'Notes' | 'Attendance', read: () => Promise<T>): Promise<T | null> =>
      may(who.permissions, resource, 'read') ? read() : Promise.resolve(null);
    const [student, enrolments, stats, days, leaves, notes, history] = await Promise.all([
      reading.one(id, who) as Promise<Student>,
      enrolmentsOf(database, id),
      attendanceByClass(database, id, today),
      daysOfStudent(database, id, today),
      allowed('Approved Leave List', () => leavesOf(database, id)),
      allowed('Notes', () => notesAbout(database, id, mostNotes)),
      allowed('Attendance', () => changesOf(database, id, mostChanges)),
    ]);
    return {
      student,
      enrolments: enrolments.map(({ subject_name, subject_code, room_number, first_name, last_name, semester, year, ...row }) => ({
        ...row,
        day_of_week: nameOfDay(row.day_of_week),
        subject: { subject_name, subject_code },
        classroom: { room_number },
        teacher: { first_name, last_name },
        semester: { semester, year },
      })),
      attendance: stats.map((row) => ({
        ...presentStat(row),
        days: days.filter((day) => day.class_schedule === row.class_schedule).map(({ date, status }) => ({ date, status })),
      })),
      leaves: leaves && leaves.map((leave) => ({ ...leave, supporting_document: files.link(leave.supporting_document) })),
      notes: notes && notes.map(({ subject_name, subject_code, ...note }) => ({ ...note, subject: { subject_name, subject_code } })),
      history,
    };
  }

  return mountSection(api, students, reading, writing, {
    database,
    today: clock.today,
    byUuid: (path) => studentNamed(database, path),
    bulkDelete: true,
  });
}

const presentStat = ({ subject_name, subject_code, ...row }: StatRow) => ({
  ...row,
  subject: { subject_name, subject_code },
  not_taken: row.total - row.present - row.absent,
  attendance_percentage: percent(row.present, row.total),
});
