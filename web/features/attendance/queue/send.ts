import type { ActionFailure, AttendanceRecord } from '../../../../contract/attendance.ts';
import { api, Refusal } from '../../../app/api.ts';
import type { KeptMark } from '../../../app/offline/storage.ts';
import type { Outcome } from './mark-queue.ts';

export type Marked = AttendanceRecord & { results: { student_id: string; status: string }[] };
/** What the server answered: a record, the results of several, or nothing for a mark that was taken back. */
export type MarkAnswer = { marked: Marked } | { bulk: { fail: ActionFailure[] } } | { withdrawn: number };

/** Sends one mark. The key makes it harmless when its answer was lost and it is sent again. */
export async function sendMark(mark: KeptMark): Promise<Outcome<MarkAnswer>> {
  try {
    const answer = await post(mark);
    const fail = 'bulk' in answer ? answer.bulk.fail : [];
    const except = fail.map(({ name, student_id, status }) => `${name ?? student_id}: ${status}`).join('; ');
    return { is: 'done', answer, ...(except && { except }) };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(0, {});
    // A record that is gone has been taken back: by the same request, whose answer was lost, or by somebody else.
    if (mark.what.do === 'withdraw' && refusal.status === 404) return { is: 'done', answer: { withdrawn: mark.what.student } };
    if (refusal.passing || refusal.status === 401) return { is: 'later' };
    return { is: 'refused', reason: refusal.message, error: refusal };
  }
}

async function post({ key, class_schedule, date, what }: KeptMark): Promise<MarkAnswer> {
  const headers = { 'idempotency-key': key };
  if (what.do === 'withdraw') {
    await api.delete(`attendance/attendance/${what.record}/`);
    return { withdrawn: what.student };
  }
  if (what.do === 'bulk') {
    const body = { student: what.students, class_schedule, date };
    return { bulk: await api.post<{ fail: ActionFailure[] }>('attendance/mark-student-attendance/', body, { headers }) };
  }
  const body = { rfid_number: what.student, class_schedule, date, status: what.status };
  return { marked: await api.post<Marked>('attendance/attendance/create/', body, { headers }) };
}
