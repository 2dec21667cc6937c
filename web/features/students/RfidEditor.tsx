import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Student } from '../../../contract/student.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { useStudentPatch } from './useStudentPatch.ts';

/** The card's number in the list: Enter saves, and so does a tap of the card at a reader; Escape takes it back. */
export function RfidEditor({ student }: { student: Student }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const patch = useStudentPatch(student.id, messages.rfidUpdated, messages.rfidFailed);
  const problemId = `rfid-problem-${student.id}`;
  const kept = student.rfid_number ?? '';
  if (!useMay()('Students', 'edit')) return kept || '–';

  function save() {
    const number = (typed ?? kept).trim();
    if (number.length > limits.rfidLength) return setProblem(messages.rfidTooLong);
    if (number === kept) return setTyped(null);
    patch.mutate({ rfid_number: number || null }, { onSuccess: () => setTyped(null), onError: (error) => setProblem(error.message) });
  }

  return (
    <>
      <input
        className="at-field"
        style={{ width: 150 }}
        aria-label={`RFID number of ${student.student_id}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        autoComplete="off"
        value={typed ?? kept}
        disabled={patch.isPending}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') {
            setTyped(null);
            setProblem(null);
          }
        }}
      />
      {problem !== null && (
        <span id={problemId} className="at-problem">
          {problem}
        </span>
      )}
    </>
  );
}
