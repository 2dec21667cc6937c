import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isDate } from '#contract/dates.ts';
import type { CopiedCohorts, SemesterCopy } from '#contract/timetable/semester-copy.ts';
import { copySemester, previewSemesterCopy } from '#contract/timetable/semesters.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import type { Values } from '#web/ui/form/form-context.ts';

export type Needed = 'teachers' | 'classrooms';
/** By the id of an archived teacher or room: what comes instead, or null to leave the classes out. */
export type Answers = Record<Needed, Record<number, number | null>>;

const none: Answers = { teachers: {}, classrooms: {} };

/** What the copy of a semester would make, and the copy itself. */
export function useSemesterCopy(values: Values, showErrors: (error: unknown) => void) {
  const queries = useQueryClient();
  const { from, semester_id, as_of, cohorts } = values;
  const [answers, setAnswers] = useState(none);
  // What was copied belongs to the values with which it was.
  const given = JSON.stringify(values);
  const [copied, setCopied] = useState<{ given: string; of: SemesterCopy } | null>(null);
  const done = copied?.given === given ? copied.of : null;
  const isWhole =
    typeof from === 'number' &&
    typeof semester_id === 'number' &&
    from !== semester_id &&
    (as_of === '' || isDate(String(as_of)));
  const body = {
    semester_id: Number(semester_id),
    ...(as_of ? { as_of: String(as_of) } : {}),
    cohorts: cohorts as CopiedCohorts,
    teachers: listOf(answers.teachers),
    classrooms: listOf(answers.classrooms),
  };
  const params = { id: Number(from) };
  const preview = useQuery({
    queryKey: ['semester-copy', from, body],
    queryFn: ({ signal }) => request(previewSemesterCopy, { params, body, signal }),
    enabled: isWhole && !done,
    placeholderData: keepPreviousData,
    // Classes may have changed since.
    gcTime: 0,
  });
  const shown = isWhole ? preview.data : undefined;
  const sending = useMutation({
    mutationFn: (clashes: number) => {
      // The preview has listed the clashes.
      const confirmed = { confirm_clashes: true };
      const send = (more: object) => request(copySemester, { params, body: { ...body, ...more } });
      return clashes ? send(confirmed) : withClashesConfirmed(send);
    },
    onSuccess: (of) => of && setCopied({ given, of }),
    onError: showErrors,
    onSettled: () => queries.invalidateQueries({ queryKey: ['resource'] }),
  });
  return {
    isWhole,
    preview,
    shown,
    done,
    answers,
    /** Undefined takes an answer back. */
    answer: (kind: Needed, id: number, instead: number | null | undefined) =>
      setAnswers((before) => ({ ...before, [kind]: withAnswer(before[kind], id, instead) })),
    hasQuestions: [...(shown?.teachers ?? []), ...(shown?.classrooms ?? [])].some(
      ({ answered }) => !answered,
    ),
    isSending: sending.isPending,
    send: () => sending.mutate(shown?.clash_count ?? 0),
  };
}

const listOf = (answers: Answers[Needed]) =>
  Object.entries(answers).map(([id, instead]) => ({ id: Number(id), instead }));

function withAnswer(
  answers: Answers[Needed],
  id: number,
  instead: number | null | undefined,
): Answers[Needed] {
  const others = Object.entries(answers).filter(([one]) => Number(one) !== id);
  return Object.fromEntries(instead === undefined ? others : [...others, [id, instead]]);
}
