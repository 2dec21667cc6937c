import type { QueryClient } from '@tanstack/react-query';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { Student } from '#contract/student.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { fullName } from '#contract/person-name.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';

type Holder = Pick<Student, 'id' | 'first_name' | 'last_name' | 'rfid_number'>;

/** Takes a lost card off at once, after a question (R-CARD-3). */
export async function reportLost(student: Holder, queries: QueryClient): Promise<void> {
  const yes = await confirm({
    title: `Card ${student.rfid_number} of ${fullName(student)} is lost?`,
    text: 'It stops working at once: readers call it an old card. Give a new card at any time.',
    yes: 'It is lost',
    danger: true,
  });
  if (!yes) return;
  try {
    await request(studentEndpoints.change, {
      params: { id: student.id },
      body: { rfid_number: null, card_reason: 'lost' },
    });
    toast('success', messages.rfidUpdated);
  } catch (error) {
    toast('error', `${messages.rfidFailed}: ${asError(error).message}`);
  }
  await queries.invalidateQueries({ queryKey: resourceKey({ calls: studentEndpoints }) });
}
