import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { oldCardText } from '#contract/people/card-reasons.ts';
import { findCard, handOutCard, undoHandOut } from '#contract/people/cards.endpoints.ts';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import type { FoundCard, HandedOut } from '#contract/people/student-card.ts';
import { request } from '#web/platform/api.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { confirm } from '#web/ui/confirm.ts';
import { fullName } from '#contract/person-name.ts';
import { resourceKey } from '#web/ui/resource.ts';

/** A card that was given, and whether that was undone. */
export interface Given extends HandedOut {
  undone: boolean;
}

/** A card that was not given, or not taken back, until it is dismissed or done for that student. */
export interface Failure {
  student: number;
  text: string;
}

export const nameAndId = (student: HandedOut['student']): string =>
  `${fullName(student)} (${student.student_id})`;

/** What has to be confirmed before a card is given to a student (R-CARD-5). */
export function questionsOf(
  { number, holder, former }: FoundCard,
  student: Pick<Student, 'id' | 'rfid_number'> & HandedOut['student'],
  timeZone: string,
): string[] {
  const { rfid_number: own } = student;
  return [
    ...(holder?.kind === 'student' && holder.id !== student.id
      ? [`It is the card of ${nameAndId(holder)}, who then has none.`]
      : []),
    ...(former && former.reason !== 'removed' && former.id !== student.id
      ? [`${oldCardText(former, timeZone)}.`]
      : []),
    ...(own !== null && own !== number && holder?.kind !== 'teacher'
      ? [`${fullName(student)} has card ${own}, which is then replaced.`]
      : []),
  ];
}

/** Reads cards, gives them to students, and undoes the last step (R-CARD-5). */
export function useHandOut(timeZone: string, onGiven: () => void) {
  const queries = useQueryClient();
  const [given, setGiven] = useState<Given[]>([]);
  const [failures, setFailures] = useState<Failure[]>([]);
  const isAsking = useRef(false);
  const settle = useCallback(
    (student: number, ...failed: Failure[]) =>
      setFailures((before) => [...failed, ...before.filter((other) => other.student !== student)]),
    [],
  );
  const refresh = () =>
    queries.invalidateQueries({ queryKey: resourceKey({ calls: studentEndpoints }) });

  const { mutate: read, ...reading } = useMutation({
    mutationFn: (number: string) => request(findCard, { query: { number } }),
    onError: () => playSound('bad'),
  });
  const giving = useMutation({
    mutationFn: async ({ card, student }: { card: FoundCard; student: Student }) => {
      const questions = questionsOf(card, student, timeZone);
      isAsking.current = questions.length > 0;
      const isSure =
        questions.length === 0 ||
        (await confirm({
          title: `Give card ${card.number} to ${nameAndId(student)}?`,
          text: questions.join(' '),
          yes: 'Give the card',
          no: 'Cancel',
        }));
      isAsking.current = false;
      if (!isSure) return null;
      return request(handOutCard, {
        body: {
          student: student.id,
          number: card.number,
          confirm: questions.length > 0,
          seen: {
            card: student.rfid_number,
            holder: card.holder?.kind === 'student' ? (card.holder.id ?? null) : null,
          },
        },
      });
    },
    onSuccess(done) {
      if (!done) return;
      playSound('good');
      setGiven((before) => [{ ...done, undone: false }, ...before]);
      settle(done.student.id);
      reading.reset();
      onGiven();
      void refresh();
    },
    onError(error, { card, student }) {
      playSound('bad');
      const text = `Card ${card.number} was not given to ${nameAndId(student)}: ${error.message}`;
      settle(student.id, { student: student.id, text });
      // Somebody else may have given them a card, or this one to another student: the next question names it.
      void refresh();
      read(card.number);
    },
  });
  const undoing = useMutation({
    mutationFn: ({ id, before }: HandedOut) => request(undoHandOut, { body: { id, before } }),
    onError(error, { number, student }) {
      const text = `Card ${number} was not taken back from ${nameAndId(student)}: ${error.message}`;
      settle(student.id, { student: student.id, text });
    },
    async onSuccess(_done, { id, student }) {
      settle(student.id);
      setGiven((all) => all.map((one) => (one.id === id ? { ...one, undone: true } : one)));
      await refresh();
    },
  });
  return { reading, read, giving, isAsking, undoing, given, failures, forgetFailure: settle };
}
