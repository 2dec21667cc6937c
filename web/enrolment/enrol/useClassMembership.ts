import { useQueryClient } from '@tanstack/react-query';
import { enrolStudents, removeFromClass } from '#contract/enrolment/enrolment.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { toast, workingToast } from '#web/ui/toasts.ts';
import { useUndoToast } from '#web/ui/useUndoToast.tsx';
import { useEnrol } from './useEnrol.ts';

/** Enrols students in a class and removes them, from its list. */
export function useClassMembership(classSchedule: number, done: () => void) {
  const queries = useQueryClient();
  const undoToast = useUndoToast();
  const { outcome, send, clear } = useEnrol(enrolStudents);

  async function enrol(students: number[]) {
    try {
      const next = await send({ student_id: students, class_schedule_id: classSchedule }, false);
      if (!next) return;
      if (next.results.length) {
        undoToast(messages.studentAddedToClass, next.operation);
        done();
      }
      if (next.fail.length) toast('error', messages.addingFailed);
    } catch (error) {
      toast('error', `${messages.addingFailed} ${asError(error).message}`);
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
      const { operation } = await request(removeFromClass, {
        body: { student: students, class_schedule: classSchedule },
      });
      finish();
      undoToast(messages.studentRemovedFromClass, operation);
      clear();
      done();
      await queries.invalidateQueries({ queryKey: ['resource'] });
    } catch (error) {
      finish();
      toast('error', `${messages.removingFailed} ${asError(error).message}`);
    }
  }

  return { enrol, remove, outcome };
}
