import { can } from '#contract/permissions.ts';
import { percentOf, rateOf, type RateTerms } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import type { Student } from '#contract/student.ts';
import type { AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { leavesOf } from '#server/attendance/index.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import { nameOfDay } from '#server/school/when.ts';
import { forecastsOf } from '#server/standing/index.ts';
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

const maxNotes = 50;
const maxChangedMeetings = 50;
const maxChanges = 200;

/** A student's page: the parts that the user may not read are null. */
export async function studentDetails(
  context: AppContext,
  student: Student,
  user: CurrentUser,
): Promise<StudentDetails> {
  const { database, clock, settings } = context;
  const { id } = student;
  const today = clock.today();
  const terms = rateTerms(settings.current());
  const allowed = <T>(
    subject: 'Approved Leave List' | 'Notes' | 'Attendance' | 'Red List Students',
    read: () => Promise<T>,
  ): Promise<T | null> => (can(user.permissions, subject, 'read') ? read() : Promise.resolve(null));
  // One after the other: a call uses one connection, or four slow pages of one user would use them all.
  const enrolments = await enrolmentsOf(database, id);
  const until = await rollMoment(database, clock);
  const stats = await attendanceByClass(database, id, until);
  const days = await daysOfStudent(database, id, until);
  // Students get no forecast of themselves (R-FORECAST-2).
  const isSelf = student.student_mail?.toLowerCase() === user.email.toLowerCase();
  const moment = { today, now: until.now };
  const forecasts =
    settings.current().forecast && !isSelf
      ? await allowed('Red List Students', () => forecastsOf(database, id, moment, terms))
      : null;
  const leaves = await allowed('Approved Leave List', () => leavesOf(database, id));
  const notes = await allowed('Notes', () => notesAbout(database, id, maxNotes));
  const history = await allowed('Attendance', () => changesOf(database, id, maxChanges));
  const changed = await changedMeetingsOf(database, id, maxChangedMeetings);
  return {
    student,
    enrolments: enrolments.map(presentEnrolment),
    attendance: presentAttendance(stats, days, terms),
    changed_meetings: changed.map(withSubject),
    rate_terms: terms,
    forecasts,
    leaves: leaves && leaves.map((leave) => withDocument(context, leave)),
    notes: notes && notes.map(withSubject),
    history,
    panels: await panelsOf(context, id, user),
  };
}

/** The attendance of a student in each class. */
export async function studentStat({ database, clock, settings }: AppContext, id: number) {
  // The specification counts all dates of the class until today.
  const whole = { now: `${clock.today()}T24:00`, begins_on: null };
  const rows = await attendanceByClass(database, id, whole);
  const terms = rateTerms(settings.current());
  return { results: rows.map((row) => presentStat(row, terms)) };
}

const rateTerms = ({ rate_by, late_counts_as, excused_counts }: RateTerms): RateTerms => ({
  rate_by,
  late_counts_as,
  excused_counts,
});

type EnrolmentRow = Awaited<ReturnType<typeof enrolmentsOf>>[number];

function presentEnrolment({
  subject_name,
  subject_code,
  room_number,
  first_name,
  last_name,
  semester,
  year,
  ...row
}: EnrolmentRow) {
  return {
    ...row,
    day_of_week: nameOfDay(row.day_of_week),
    subject: { subject_name, subject_code },
    classroom: { room_number },
    teacher: { first_name, last_name },
    semester: { semester, year },
  };
}

type DayRow = Awaited<ReturnType<typeof daysOfStudent>>[number];

function presentAttendance(stats: StatRow[], days: DayRow[], terms: RateTerms) {
  const daysByClass = Map.groupBy(days, (day) => day.class_schedule);
  return stats.map((row) => ({
    ...presentStat(row, terms),
    days: (daysByClass.get(row.class_schedule) ?? []).map(
      ({ class_schedule: _class, ...day }) => day,
    ),
  }));
}

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

const withSubject = <Row extends { subject_name: string; subject_code: string }>({
  subject_name,
  subject_code,
  ...row
}: Row) => ({ ...row, subject: { subject_name, subject_code } });

const withDocument = <Leave extends { supporting_document: string | null }>(
  { files }: AppContext,
  leave: Leave,
) => ({ ...leave, supporting_document: files.link(leave.supporting_document) });
