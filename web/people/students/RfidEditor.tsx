import { useState } from 'react';
import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import { storedCard } from '#contract/card-number.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { Student } from '#contract/student.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { CardReasonSelect } from '../cards/CardReasonSelect.tsx';
import { CardOfField } from '../cards/CardByTap.tsx';
import { useStudentPatch } from './useStudentPatch.ts';

/**
 * The card number in the list: saved by Enter or a tap of the card, reset by Escape. Why a card ends is
 * chosen beside it.
 */
export function RfidEditor({ student }: { student: Student }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const {
    sending,
    save: send,
    refresh,
  } = useStudentPatch(student.id, messages.rfidUpdated, messages.rfidFailed);
  const { config } = useSession();
  const [isFocused, setFocused] = useState(false);
  const [reason, setReason] = useState<StatedCardReason>('replaced');
  const problemId = `rfid-problem-${student.id}`;
  const current = student.rfid_number ?? '';
  if (!useCan()('Students', 'edit')) return current || '–';

  function save(given: string) {
    const number = storedCard(given.trim(), config);
    if (number.length > limits.rfidLength) return setProblem(messages.rfidTooLong);
    if (number === current) {
      // Somebody else may have changed it meanwhile.
      void refresh();
      return setTyped(null);
    }
    void send(
      { rfid_number: number || null, ...(current && { card_reason: reason }) },
      { rfid_number: student.rfid_number },
    ).then((text) => {
      if (text !== null) return setProblem(text);
      setTyped(null);
      setReason('replaced');
    });
  }

  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(typed ?? current);
        }}
      >
        {isFocused && (
          <CardOfField
            enter={(card) => {
              setTyped(card);
              save(card);
            }}
          />
        )}
        <input
          data-card-field="number"
          className="at-field"
          style={{ width: 150 }}
          aria-label={`RFID number of ${student.student_id}`}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          autoComplete="off"
          value={typed ?? current}
          disabled={sending !== null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setTyped(null);
              setProblem(null);
            }
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </form>
      {current !== '' && typed !== null && typed.trim() !== current && (
        <CardReasonSelect
          label={`Why card ${current} of ${student.student_id} ends`}
          value={reason}
          onChange={setReason}
        />
      )}
      {problem !== null && (
        <span id={problemId} className="at-problem">
          {problem}
        </span>
      )}
    </>
  );
}
