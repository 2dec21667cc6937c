import { messages } from '#contract/texts.ts';
import type { CardState, Student } from '#contract/student.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useStudentPatch } from './useStudentPatch.ts';
import { cardStateChoices, cardStateLabel } from './labels.ts';

/** Whether the student's card has been printed; null counts as not printed (R-STUDENT-4). */
export function CardStatus({ student }: { student: Student }) {
  const { sending, save } = useStudentPatch(student.id, messages.edited, messages.editFailed);
  const value = sending?.card_print_status ?? student.card_print_status ?? 'not_printed';
  if (!useCan()('Students', 'edit')) return cardStateLabel(value);
  return (
    <select
      className="at-field"
      style={{ width: 150 }}
      aria-label={`Card print status of ${student.student_id}`}
      value={value}
      onChange={(event) => void save({ card_print_status: event.currentTarget.value as CardState })}
    >
      {cardStateChoices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
