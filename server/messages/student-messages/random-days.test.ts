import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMessagesSchool, monday, type MessagesSchool } from '#server/test/messages.ts';
import { runs } from '#server/test/runs.ts';
import { isQuiet } from './decide.ts';

let it_: MessagesSchool;
beforeAll(async () => {
  it_ = await createMessagesSchool();
});
afterAll(() => it_.close());

/** The classes of one student, by what names them in a message. */
const classes = { mon9b: '09:00–10:30', mon10: '10:00–11:00' };
type Ref = keyof typeof classes;
const refs = Object.keys(classes) as Ref[];
/** When they begin, in minutes of the day. */
const begins: Record<Ref, number> = { mon9b: 9 * 60, mon10: 10 * 60 };

const event = fc.record({
  minutes: fc.integer({ min: 1, max: 90 }),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.record({ mark: fc.constantFrom('Absent', 'Present', 'none') }) },
    { weight: 1, arbitrary: fc.record({ leave: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ cancelled: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ course: fc.boolean() }) },
  ),
  ref: fc.constantFrom(...refs),
});
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;
const randomDay = fc.record({
  events: fc.array(event, { minLength: 3, maxLength: 9 }),
  quiet: fc.constantFrom(['00:00', '00:00'], ['12:00', '14:00'], ['18:00', '07:00']),
  last: fc.boolean(),
});

/** What a person who looks at the roll sees, beside the database. */
interface Truth {
  marks: Partial<Record<Ref, string>>;
  cancelled: Set<Ref>;
  leave: boolean;
  course: boolean;
}

const absentIn = ({ marks, cancelled, leave, course }: Truth): Ref[] =>
  refs.filter((ref) => marks[ref] === 'Absent' && !cancelled.has(ref) && !leave && course);

async function apply(truth: Truth, { what, ref }: Event): Promise<void> {
  const { school, mark } = it_;
  const student = await school.studentId('S4');
  const schedule = await school.classId(ref);
  const run = (query: ReturnType<typeof sql>) => query.execute(school.database);
  if ('mark' in what) {
    if (truth.cancelled.has(ref)) return;
    if (what.mark === 'none') {
      await run(sql`delete from attendance
        where student_id = ${student} and class_schedule_id = ${schedule}`);
      delete truth.marks[ref];
    } else {
      await mark('S4', what.mark, ref);
      truth.marks[ref] = what.mark;
    }
  } else if ('leave' in what) {
    await run(sql`delete from leave`);
    if (what.leave)
      await run(sql`
        insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
        values (${student}, ${monday}, ${monday}, 'dean@school.example', 'Ill')`);
    truth.leave = what.leave;
  } else if ('cancelled' in what) {
    await run(sql`
      update class_meeting set status = ${what.cancelled ? 'cancelled' : 'scheduled'}
      where class_schedule_id = ${schedule} and date = ${monday}`);
    if (what.cancelled) truth.cancelled.add(ref);
    else truth.cancelled.delete(ref);
  } else {
    await run(sql`delete from course_without_messages`);
    if (!what.course) await run(sql`insert into course_without_messages select id from course`);
    truth.course = what.course;
  }
}

async function reset(): Promise<void> {
  const { school, server } = it_;
  for (const table of ['student_message_class', 'student_message', 'mail'])
    await sql`delete from ${sql.table(table)}`.execute(school.database);
  await sql`truncate mark_detail, attendance, attendance_request, leave, leave_request, course_without_messages`.execute(
    school.database,
  );
  await sql`update class_meeting set status = 'scheduled' where date = ${monday}`.execute(
    school.database,
  );
  server.accepted.length = 0;
}

it('whatever happens to marks, leaves, classes and switches of a day, each mail says what holds (R-MSG-1, R-MSG-2)', async () => {
  const { at, step, set, settled, server } = it_;
  await fc.assert(
    fc.asyncProperty(randomDay, async ({ events, quiet, last }) => {
      await reset();
      const [quiet_from = '', quiet_to = ''] = quiet;
      await set({ quiet_from, quiet_to, last_message: last, last_message_at: '17:00' });
      const truth: Truth = { marks: {}, cancelled: new Set(), leave: false, course: true };
      const named = new Set<Ref>();
      let minute = 9 * 60;
      let seen = 0;
      const look = async () => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        at(time);
        await step();
        await settled();
        for (const mail of server.accepted.slice(seen)) {
          const about = refs.filter((ref) => mail.text!.includes(classes[ref]));
          expect(isQuiet(time, { quiet_from, quiet_to })).toBe(false);
          expect(about.length).toBeGreaterThan(0);
          if (mail.subject!.startsWith('Correction'))
            for (const ref of about) {
              expect(named.has(ref)).toBe(true);
              const { marks, cancelled, leave } = truth;
              expect(marks[ref] !== 'Absent' || cancelled.has(ref) || leave).toBe(true);
            }
          else {
            expect(absentIn(truth)).toEqual(expect.arrayContaining(about));
            for (const ref of about) {
              expect(named.has(ref)).toBe(false);
              named.add(ref);
            }
          }
        }
        seen = server.accepted.length;
      };
      for (const one of events) {
        minute = Math.min(minute + one.minutes, 22 * 60);
        at(
          `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        );
        await apply(truth, one);
        await look();
      }
      minute = Math.min(minute + 30, 23 * 60);
      await look();
      const corrections = server.accepted.filter(({ subject }) =>
        subject!.startsWith('Correction'),
      );
      expect(corrections.length).toBeLessThanOrEqual(1);
      expect(seen - corrections.length).toBeLessThanOrEqual(last ? 2 : 1);
      const time = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
      // Half an hour after the last change, and after the class has begun, an absence was reported.
      const begun = absentIn(truth).filter((ref) => minute >= begins[ref] + 30);
      if (!isQuiet(time, { quiet_from, quiet_to }) && begun.length > 0)
        expect(named.size).toBeGreaterThan(0);
    }),
    runs(15),
  );
});
