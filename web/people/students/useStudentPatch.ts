import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';

type StudentChange = Partial<Pick<Student, 'rfid_number' | 'card_print_status'>> & {
  card_reason?: StatedCardReason;
};

/**
 * Changes one field of a student in the list. Every row has two of these, so the hook has one state
 * and no query observer.
 */
export function useStudentPatch(id: number, done: string, failed: string) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<StudentChange | null>(null);

  /** @returns the error message; null after a success. */
  async function save(change: StudentChange): Promise<string | null> {
    setSending(change);
    try {
      await request(studentEndpoints.change, { params: { id }, body: change });
      toast('success', done);
      await queries.invalidateQueries({ queryKey: resourceKey({ calls: studentEndpoints }) });
      return null;
    } catch (error) {
      const text = problemText(error, change);
      toast('error', `${failed}: ${text}`);
      return text;
    } finally {
      setSending(null);
    }
  }
  return { sending, save };
}

/** What is wrong, in words: the message of a field, which begins in lower case, is about its value. */
function problemText(error: unknown, change: StudentChange): string {
  const { message } = asError(error);
  const [value] =
    error instanceof ApiError
      ? Object.entries(change).flatMap(([field, given]) => (field in error.body ? [given] : []))
      : [];
  return value && /^[a-z]/.test(message) ? `${value} ${message}` : message;
}
