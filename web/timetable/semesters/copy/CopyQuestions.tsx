import { Checkbox } from '@mantine/core';
import type { CopyQuestion, SemesterCopy } from '#contract/timetable/semester-copy.ts';
import { classroomPicker } from '#web/school/classrooms.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { counted } from '#web/ui/format.ts';
import classes from './CopySemester.module.css';
import type { Answers, Needed } from './useSemesterCopy.ts';

const sources = { teachers: teacherPicker, classrooms: classroomPicker };

interface CopyQuestionsProps {
  of: SemesterCopy;
  answers: Answers;
  answer: (kind: Needed, id: number, instead: number | null | undefined) => void;
}

/** The archived teachers and rooms of the classes, each with its answer (R-COPY-2). */
export function CopyQuestions({ of, answers, answer }: CopyQuestionsProps) {
  const questions = (['teachers', 'classrooms'] as const).flatMap((kind) =>
    of[kind].map((question) => ({ kind, question })),
  );
  if (questions.length === 0) return null;
  return (
    <section aria-label="Archived teachers and rooms" className={classes.questions}>
      <h2>These are archived: what comes instead?</h2>
      <ul>
        {questions.map(({ kind, question }) => {
          const given = answers[kind][question.id];
          return (
            <li key={`${kind} ${question.id}`}>
              <Picker
                label={`Instead of ${question.name}`}
                description={usesText(question)}
                source={sources[kind]}
                value={given ?? null}
                onChange={(id) => answer(kind, question.id, id ?? undefined)}
              />
              <Checkbox
                label={question.classes > 0 ? 'Leave these classes out' : 'Without a replacement'}
                aria-label={
                  question.classes > 0
                    ? `Leave out the classes of ${question.name}`
                    : `Without a replacement of ${question.name}`
                }
                checked={given === null}
                onChange={(event) =>
                  answer(kind, question.id, event.currentTarget.checked ? null : undefined)
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** "In 12 classes, and in 2 as a further one." */
const usesText = ({ classes: first, further }: CopyQuestion): string =>
  [
    first > 0 ? `In ${counted(first, 'class', 'classes')}` : '',
    further > 0
      ? `${first > 0 ? 'and in' : 'In'} ${counted(further, 'class', 'classes')} as a further one`
      : '',
  ]
    .filter(Boolean)
    .join(', ');
