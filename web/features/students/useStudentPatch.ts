import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Student } from '../../../contract/student.ts';
import { api } from '../../app/api.ts';
import { sectionKey } from '../../ui/section.ts';
import { toast } from '../../ui/toasts.ts';

/** Changes one field of a student from within the list. */
export function useStudentPatch(id: number, done: string, failed: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Pick<Student, 'rfid_number' | 'card_print_status'>>) => api.patch<Student>(`attendance/students/${id}/`, change),
    async onSuccess() {
      toast('success', done);
      await queries.invalidateQueries({ queryKey: sectionKey({ api: 'students' }) });
    },
    onError: (error) => toast('error', `${failed}: ${error.message}`),
  });
}
