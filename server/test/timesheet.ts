import { institute } from './institute.ts';
import { createTestSchool, type Caller } from './test-school.ts';

/**
 * Four check-ins, a week after the last: Tess on two Mondays, Theo for her once and once for
 * himself. The pay code is on Tess's lecture; the subject's name looks like a formula.
 */
export type Timesheet = Awaited<ReturnType<typeof createTimesheet>>;

export async function createTimesheet() {
  const school = await createTestSchool({
    rows: {
      ...institute,
      subjects: institute.subjects!.map((row) => ({
        ...row,
        subject_name: row.subject_code === 'MAT1' ? '=Algebra' : row.subject_name!,
      })),
    },
  });
  const classId = async (ref: string) => [ref, await school.classId(ref)] as const;
  const classes: Record<string, number> = Object.fromEntries(
    await Promise.all(['mon9', 'mon10', 'mon9b', 'tue14', 'sat9'].map(classId)),
  );
  const [tess = 0, theo = 0] = await Promise.all(
    (['teacher', 'otherTeacher'] as const).map(
      async (user) => (await school.call(user, 'GET', 'user/details/')).body.teacher_id as number,
    ),
  );
  const code = { paycode: 'LEC', amount: '99.99', paycode_type: 'initial_lecture_regular' };
  const { body } = await school.call('account', 'POST', 'attendance/payrolls/create/', code);
  const lec: number = body.id;
  await school.call('account', 'PATCH', `attendance/classschedule/${classes.mon9}/`, {
    payroll_id: lec,
  });
  const checkIn = async (caller: Caller, ref: string, date: string, time: string) => {
    school.at(`${date}T${time}:00+11:00`);
    const answer = await school.call(caller, 'POST', 'attendance/payroll-logs/create/', {
      class_schedule: classes[ref],
      date,
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id as number;
  };
  await checkIn('teacher', 'mon9', '2026-02-23', '09:00');
  const second = await checkIn('teacher', 'mon9', '2026-03-02', '09:00');
  await checkIn('otherTeacher', 'tue14', '2026-03-03', '14:00');
  await checkIn('otherTeacher', 'mon9b', '2026-03-02', '09:10');
  await school.call('account', 'PATCH', `attendance/payroll-logs/${second}/`, {
    status: 'completed',
  });
  school.at('2026-03-10T12:00:00+11:00');
  return {
    school,
    classes,
    tess,
    theo,
    lec,
    call: (caller: Caller, path: string) => school.call(caller, 'GET', `attendance/${path}`),
  };
}
