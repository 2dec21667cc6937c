import type { RollRow } from '#contract/marks.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useClassRoll } from '#web/attendance/rolls/useClassRoll.ts';
import { TakeRoll } from '#web/attendance/rolls/TakeRollPage.tsx';
import { MarkQueueProvider } from '#web/attendance/rolls/queue/MarkQueueProvider.tsx';
import { noDetails } from '#web/school/roll.ts';
import { renderPage } from './render-page.tsx';

export const rollOfTest = { id: 5, date: '2026-03-02' };

/** A class whose roll can be taken at the time of the test's session. */
export const classOfTest = {
  id: 5,
  class_type: 'Lecture',
  start_time: '09:00',
  end_time: '10:00',
  subject: { id: 1, subject_name: 'Maths', subject_code: 'MAT1' },
  classroom: { id: 1, room_number: 'R1', capacity: 10 },
  more_rooms: [],
  teacher: { id: 7, first_name: 'Tess', last_name: 'Teacher' },
  co_teachers: [],
  currentClass: true,
  check_in: null,
  meeting: null,
} as unknown as ClassSchedule;

/** A student of a roll; the ID is S and the number. */
export function rollRow(
  student: number,
  first_name: string,
  last_name: string,
  status: RollStatus = 'N/A',
): RollRow {
  return {
    student,
    student_uuid: `00000000-0000-4000-8000-00000000000${student}`,
    student_id: `S${student}`,
    first_name,
    last_name,
    student_mail: null,
    phone_number: '',
    rfid_number: null,
    profile_image: null,
    id: status === 'N/A' ? null : student,
    attendance_uuid: null,
    status,
    marked_at: status === 'N/A' ? null : '2026-03-01T22:16:00Z',
    how: status === 'N/A' ? null : 'card',
    on_leave: false,
    in_red_list: false,
    ...noDetails,
  };
}

/** Marking by hand that records its calls. */
export function recordedMarking() {
  const calls: unknown[][] = [];
  const marking = {
    toggle: (row: RollRow, status: Status) => void calls.push([status, row.student]),
    withdraw: (row: RollRow) => void calls.push(['withdraw', row.student, row.status]),
    markPresent: (students: number[]) => void calls.push(['markPresent', students]),
    markRestPresent: (students: number[]) => void calls.push(['markRestPresent', students]),
    closeRoll: () => void calls.push(['closeRoll']),
    openDetails: (row: RollRow, status: Status) =>
      void calls.push(['openDetails', row.student, status]),
  };
  return { calls, marking };
}

/** The answer to a request for a roll. */
export const rollAnswer = (results: RollRow[]) => ({
  body: {
    results,
    total: results.length,
    next: null,
    previous: null,
    no_class: null,
    next_date: null,
    as_of: '1',
  },
});

/** The answer to a mark. */
export const markAnswer = (row: RollRow, status = 'Form submitted successfully') => ({
  status: 201,
  body: {
    ...row,
    uuid: row.student_uuid,
    class_schedule: rollOfTest.id,
    date: rollOfTest.date,
    id: row.student,
    status: 'Present' as const,
    how: 'typed' as const,
    marked_at: '2026-03-01T22:16:00Z',
    results: [{ student_id: row.student_id, status }],
  },
});

function OpenedRoll() {
  const { roll } = useClassRoll(rollOfTest);
  if (!roll.data) return null;
  return <TakeRoll of={rollOfTest} schedule={classOfTest} roll={roll.data.results} />;
}

/** Opens the page on which a roll is taken, with its queue; the server of the test has the roll. */
export const openRoll = () =>
  renderPage(
    <MarkQueueProvider>
      <OpenedRoll />
    </MarkQueueProvider>,
    {
      address: `/attendance/add?id=${rollOfTest.id}&date=${rollOfTest.date}`,
      permissions: { Attendance: ['read', 'add', 'edit'], Students: ['read'] },
    },
  );
