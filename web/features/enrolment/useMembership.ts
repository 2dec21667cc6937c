import { useQueryClient } from '@tanstack/react-query';
import { messages } from '../../../contract/messages.ts';
import { api } from '../../app/api.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast, workingToast } from '../../ui/toasts.ts';
import { useEnrolling } from './useEnrolling.ts';

/** Students into a class and out of it, from within its list. */
export function useMembership(classSchedule: number, done: () => void) {
  const queries = useQueryClient();
  const { outcome, send, clear } = useEnrolling('attendance/studentassignment/create/');

  async function enroll(students: number[]) {
    try {
      const next = await send({ student_id: students, class_schedule_id: classSchedule }, false);
      if (!next) return;
      if (next.results.length) {
        toast('success', messages.studentAddedToClass);
        done();
      }
      if (next.fail.length) toast('error', messages.addingFailed);
    } catch (error) {
      toast('error', `${messages.addingFailed} ${(error as Error).message}`);
    }
  }

  async function remove(students: number[], who: string) {
    const sure = await confirm({
      title: `Remove ${who} from this class?`,
      text: 'Rolls and rates until today stay as they are.',
      yes: 'Remove',
      no: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    const finish = workingToast(messages.deleting);
    try {
      if (students.length === 1) await api.delete(`attendance/delete-enroll/${students[0]}/${classSchedule}/`);
      else await api.post('attendance/studentassignment/bulk-remove/', { student: students, class_schedule: classSchedule });
      finish();
      toast('success', messages.studentRemovedFromClass);
      clear();
      done();
      await queries.invalidateQueries({ queryKey: ['section'] });
    } catch (error) {
      finish();
      toast('error', `${messages.removingFailed} ${(error as Error).message}`);
    }
  }

  return { enroll, remove, outcome };
}
