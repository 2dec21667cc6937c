import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import { ApiError, request, requestVersioned } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { isOvertaken } from '#web/ui/form/useOvertaken.ts';
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

  const refresh = () =>
    queries.invalidateQueries({ queryKey: resourceKey({ calls: studentEndpoints }) });

  /**
   * @param seen what the list shows: where somebody else has changed it meanwhile, nothing is saved.
   * @returns the error message; null after a success.
   */
  async function save(change: StudentChange, seen?: StudentChange): Promise<string | null> {
    setSending(change);
    try {
      const headers = seen && (await headersOf(id, seen));
      await request(studentEndpoints.change, { params: { id }, body: change, headers });
      toast('success', done);
      await refresh();
      return null;
    } catch (error) {
      const text = problemText(error, change);
      toast('error', `${failed}: ${text}`);
      if (isOvertaken(error)) await refresh();
      return text;
    } finally {
      setSending(null);
    }
  }
  return { sending, save, refresh };
}

/** The version of a student who still has what the list shows. @throws ApiError 409 for others. */
async function headersOf(id: number, seen: StudentChange): Promise<Record<string, string>> {
  const { row, version } = await requestVersioned(studentEndpoints.get, { params: { id } });
  for (const [field, value] of Object.entries(seen)) {
    const now: unknown = Reflect.get(row, field);
    if (now !== value)
      throw new ApiError(409, {
        detail: `Somebody else has changed it meanwhile: it is ${typeof now === 'string' ? now : 'empty'} now.`,
        overtaken: {},
      });
  }
  return version === null ? {} : { 'if-match': version };
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
