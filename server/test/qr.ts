import { sql } from 'kysely';
import { createTestSchool, type Answer, type Caller, type TestSchool } from './test-school.ts';

/** The Monday of the test institute, on which `mon9` has S1, S2, S3 and S5. */
export const qrDate = '2026-03-02';

type Post = (caller: Caller, path: string, body: object) => Promise<Answer>;

/** A school whose students check in by QR code. */
export interface QrSchool {
  school: TestSchool;
  /** Sets the clock to a time of the Monday. */
  at(time: string): void;
  roll(ref?: string): Promise<{ class_schedule: number; date: string }>;
  /** Opens check-in, as the teacher. */
  open(ref?: string): Promise<Answer>;
  state(ref?: string): Promise<Answer['body']>;
  /** The code that is shown now: the text after the `#`, and the digits. */
  shown(ref?: string): Promise<{ token: string; digits: string }>;
  /** A browser, which stores its cookie. */
  browser(): Post;
  scan(caller: Caller, send?: Post): Promise<Answer>;
  marks(): Promise<{ student_id: string; status: string; how: string; late: number | null }[]>;
  /** 9:05, with nothing open and nothing marked. */
  reset(): Promise<void>;
}

export async function createQrSchool(): Promise<QrSchool> {
  const school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
  const at = (time: string) => school.at(`${qrDate}T${time}+11:00`);
  const roll = async (ref = 'mon9') => ({
    class_schedule: await school.classId(ref),
    date: qrDate,
  });
  const state = async (ref?: string) => {
    const { class_schedule } = await roll(ref);
    const query = `class_schedule=${class_schedule}&date=${qrDate}`;
    return (await school.call('teacher', 'GET', `attendance/qr/?${query}`)).body;
  };
  const shown = async (ref?: string) => {
    const [code] = (await state(ref)).codes;
    return { token: code.address.split('#')[1], digits: code.short_code };
  };
  const browser = (): Post => {
    let cookie = '';
    return async (caller, path, body) => {
      const answer = await school.call(caller, 'POST', `attendance/qr/${path}/`, body, {
        ...(cookie && { cookie }),
      });
      cookie = String(answer.headers['set-cookie'] ?? cookie).split(';')[0] ?? '';
      return answer;
    };
  };
  return {
    school,
    at,
    roll,
    state,
    shown,
    browser,
    open: async (ref) => school.call('teacher', 'POST', 'attendance/qr/open/', await roll(ref)),
    async scan(caller, send = browser()) {
      const { token } = await shown();
      const { body } = await send('anonymous', 'claim', { token });
      return send(caller, 'check-in', { claim: body.claim });
    },
    marks: async () =>
      (
        await sql<{ student_id: string; status: string; how: string; late: number | null }>`
          select s.student_id, a.status, a.how, d.late_minutes as late
          from attendance a join student s on s.id = a.student_id
          left join mark_detail d on d.student_id = a.student_id and d.date = a.date
            and d.class_schedule_id = a.class_schedule_id
          order by 1`.execute(school.database)
      ).rows,
    async reset() {
      at('09:05:00');
      await sql`truncate qr_session, qr_check_in, qr_try`.execute(school.database);
      await sql`delete from attendance`.execute(school.database);
      await sql`update class_meeting set closed_at = null, status = 'scheduled'`.execute(
        school.database,
      );
    },
  };
}
