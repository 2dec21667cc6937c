import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sumCounts, type RateCounts } from '#contract/rates.ts';
import { classTypes, type ClassType } from '#contract/weekdays.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { runs } from '#server/test/runs.ts';

let school: TestSchool;
let follow: () => Promise<number>;
const students = ['S1', 'S2', 'S4'] as const;
const classes = { mon9: 'Monday', sat9: 'Saturday', tue14: 'Tuesday', mon10: 'Monday' } as const;
type Ref = keyof typeof classes;
const datesOf = {
  Monday: ['2026-02-16', '2026-02-23', '2026-03-02'],
  Tuesday: ['2026-02-17', '2026-02-24', '2026-03-03'],
  Saturday: ['2026-02-14', '2026-02-21', '2026-02-28'],
} as const;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-10T04:00:00+11:00' });
  follow = standingsOf(school);
  for (const student of students)
    for (const ref of Object.keys(classes) as Ref[])
      await sql`
        insert into enrolment (student_id, class_schedule_id, enrolled_from)
        select s.id, ${await school.classId(ref)}, '2026-02-09' from student s
        where s.student_id = ${student} and not exists (select from enrolment e
          where e.student_id = s.id and e.class_schedule_id = ${await school.classId(ref)})`.execute(
        school.database,
      );
  // Its author is a user from the first call on.
  await call('GET', 'redlistrules/');
  await follow();
});
afterAll(() => school.close());

const ref = fc.constantFrom(...(Object.keys(classes) as Ref[]));
const type = fc.constantFrom(...classTypes);
const student = fc.constantFrom(...students);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom('Present' as const, 'Absent' as const),
      ref,
      student,
      date: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('type' as const), ref, type }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('end' as const), ref, student }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('leave' as const), student }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('cancel' as const), ref, date: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('rule' as const),
      type: fc.option(type),
      subject: fc.option(fc.constantFrom('MAT1', 'MAT2')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('no rule' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('follow' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const run = (statement: ReturnType<typeof sql>) => statement.execute(school.database);

async function take(one: Step): Promise<void> {
  if (one.what === 'follow') await follow();
  else if (one.what === 'rule')
    await run(sql`
      insert into red_list_rule (subject_id, class_type, below, least_meetings, created_by, created_at)
      select (select id from subject where subject_code = ${one.subject}), ${one.type}, 80, 1, min(id), now()
      from app_user on conflict do nothing`);
  else if (one.what === 'no rule')
    await run(sql`delete from red_list_rule where id in (
      select id from red_list_rule order by id offset ${one.which} limit 1)`);
  else if (one.what === 'leave')
    await run(sql`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      select id, '2026-02-20', '2026-02-26', 'x', 'x' from student where student_id = ${one.student}`);
  else {
    const id = await school.classId(one.ref);
    if (one.what === 'type')
      await run(sql`update class_schedule set class_type = ${one.type} where id = ${id}`);
    else if (one.what === 'end')
      await run(sql`update enrolment e set enrolled_to = '2026-02-22' from student s
        where s.id = e.student_id and s.student_id = ${one.student} and e.class_schedule_id = ${id}`);
    else if (one.what === 'cancel')
      await run(sql`update class_meeting set status = 'cancelled', reason = 'x'
        where class_schedule_id = ${id} and date = ${datesOf[classes[one.ref]][one.date]}`);
    else
      await call('POST', 'attendance/create/', {
        class_schedule: id,
        date: datesOf[classes[one.ref]][one.date],
        student: one.student,
        status: one.what,
      });
  }
}

async function reset(): Promise<void> {
  for (const table of ['mark_detail', 'attendance', 'leave', 'red_list_computed', 'red_list_rule'])
    await run(sql`delete from ${sql.table(table)}`);
  await run(sql`update enrolment set enrolled_to = null`);
  await run(sql`update class_schedule set class_type = case
    when id in (${await school.classId('sat9')}, ${await school.classId('mon10')}) then 'Tutorial'
    else 'Lecture' end`);
  await run(sql`update class_meeting set status = 'scheduled', reason = null
    where status = 'cancelled'`);
  // What is deleted has no history to follow.
  await run(sql`insert into standing_due (student_id) select id from student`);
  await run(sql`insert into standing_due (class_schedule_id) select id from class_schedule`);
  await follow();
}

interface Rule {
  subject: string | null;
  type: ClassType | null;
}
const specificity = (rule: Rule) => (rule.subject ? 2 : 0) + (rule.type ? 1 : 0);

/** The rules that hold for a student with classes of these types in a subject: the most specific ones. */
function rulesFor(rules: Rule[], subject: string, types: Set<string>): Rule[] {
  const possible = rules.filter(
    (rule) => (rule.subject ?? subject) === subject && (rule.type === null || types.has(rule.type)),
  );
  const most = Math.max(...possible.map(specificity));
  return possible.filter((rule) => specificity(rule) === most);
}

it('standings of class types and what is listed by them equal students’ pages, whatever changes (R-RED-3, R-RED-4)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 45 }), async (steps) => {
      await reset();
      for (const type of [null, 'Tutorial' as const])
        await take({ what: 'rule', type, subject: null });
      for (const one of steps) await take(one);
      await follow();
      const { rows: rules } = await sql<Rule>`
        select subject_code as subject, r.class_type as type
        from red_list_rule r left join subject j on j.id = r.subject_id`.execute(school.database);
      const { rows: stored } = await sql<
        RateCounts & { student: string; subject: string; type: string }
      >`
        select s.student_id as student, subject_code as subject, t.class_type as type, present,
          late, absent, excused, scheduled_minutes, excused_minutes, attended_minutes
        from standing_of_type t join student s on s.id = t.student_id
        join subject j on j.id = t.subject_id`.execute(school.database);
      const expected: string[] = [];
      for (const code of students) {
        const { body } = await call('GET', `student-details/${await school.studentId(code)}/`);
        const typeOf = new Map<number, string>(
          body.enrolments.map((it: { class_schedule: number; class_type: string }) => [
            it.class_schedule,
            it.class_type,
          ]),
        );
        const attendance: (RateCounts & {
          class_schedule: number;
          subject: { subject_code: string };
          days: unknown[];
        })[] = body.attendance;
        const open = new Set(
          body.enrolments.flatMap((it: { class_schedule: number; enrolled_to: string | null }) =>
            it.enrolled_to === null ? it.class_schedule : [],
          ),
        );
        for (const subject of ['MAT1', 'MAT2']) {
          const own = attendance.filter((it) => it.subject.subject_code === subject);
          const types = new Set(
            own
              .filter(({ days, class_schedule }) => days.length > 0 || open.has(class_schedule))
              .flatMap((it) => typeOf.get(it.class_schedule) ?? []),
          );
          for (const rule of rulesFor(rules, subject, types)) {
            const of = own.filter(
              (it) =>
                (rule.type ?? typeOf.get(it.class_schedule)) === typeOf.get(it.class_schedule),
            );
            const counts = sumCounts(of);
            if (rule.type)
              expect(
                stored.find(
                  (it) => it.student === code && it.subject === subject && it.type === rule.type,
                ),
              ).toMatchObject(counts);
            const counted = counts.present + counts.absent - counts.excused;
            if (counted > 0 && counts.present * 100 < 80 * counted)
              expected.push(`${code} ${subject} ${rule.type}`);
          }
        }
      }
      const { body } = await call(
        'GET',
        'redlistedstudents/computed/?why=rate&state=open&limit=100',
      );
      const listed = body.results
        .filter(({ why }: { why: string[] }) => why.length > 0)
        .map(
          (it: {
            student: { student_id: string };
            subject: { subject_code: string };
            class_type: string | null;
          }) => `${it.student.student_id} ${it.subject.subject_code} ${it.class_type}`,
        );
      expect(listed.toSorted()).toEqual(expected.toSorted());
      await run(sql`
        update standing_progress set computed_on = '2026-03-09', counted_on = '2026-03-09'`);
      await follow();
      const { rows } = await sql`select differences from standing_progress`.execute(
        school.database,
      );
      expect(rows).toEqual([{ differences: 0 }]);
    }),
    runs(12),
  );
});
