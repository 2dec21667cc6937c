import { messages } from '../../../contract/messages.ts';
import type { CardState, Student } from '../../../contract/student.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { useStudentPatch } from './useStudentPatch.ts';
import { cardStateChoices, cardStateTitle } from './words.ts';

/** Whether the student's card has been printed; null counts as not printed (spec §4). */
export function CardStatus({ student }: { student: Student }) {
  const patch = useStudentPatch(student.id, messages.edited, messages.editFailed);
  const value = patch.isPending ? patch.variables.card_print_status! : (student.card_print_status ?? 'not_printed');
  if (!useMay()('Students', 'edit')) return cardStateTitle(value);
  return (
    <select
      className="at-field"
      style={{ minWidth: 150 }}
      aria-label={`Card print status of ${student.student_id}`}
      value={value}
      onChange={(event) => patch.mutate({ card_print_status: event.currentTarget.value as CardState })}
    >
      {cardStateChoices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
