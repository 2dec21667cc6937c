import { useState } from 'react';
import { changeTeacherAway } from '#contract/timetable/meetings.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { request } from '#web/platform/api.ts';
import { isOpen } from './AwayRow.tsx';
import { useMeetingChange } from './useMeetingChange.ts';

/** By meeting: the covering teacher, or null to cancel; others do not change. */
type Choices = ReadonlyMap<number, number | null>;

interface Counts {
  covers: number;
  cancels: number;
}

/** What is chosen for the classes of an absent teacher, and the reason; saved together. */
export function useAwayChoices({
  teacher,
  meetings,
}: {
  teacher: number;
  meetings: AwayMeeting[];
}) {
  const [made, setMade] = useState<Choices>(new Map());
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMeetingChange({ teacher });
  const open = meetings.filter((meeting) => isOpen(meeting, teacher));
  // A meeting that somebody else has changed meanwhile needs nothing.
  const choices = new Map(open.flatMap(({ id }) => entryOf(made, id)));

  function save() {
    const counts = countsOf(choices);
    if (counts.cancels > 0 && !reason.trim()) {
      setProblem(messages.required);
      return;
    }
    const chosen = open.flatMap(({ id, sequence }) =>
      entryOf(choices, id).map(([, cover]) => ({ id, sequence, cover })),
    );
    change.mutate(
      {
        send: (confirmed) =>
          request(changeTeacherAway, {
            body: { teacher, meetings: chosen, reason: reason.trim() || null, ...confirmed },
          }),
        done: sentenceOf(counts),
      },
      { onSuccess: (answer) => answer && choose(new Map()) },
    );
  }
  // The reason is for the classes that are chosen: it goes with them.
  function choose(next: Choices) {
    if (choices.size === 0 || next.size === 0) {
      setReason('');
      setProblem(null);
    }
    setMade(next);
  }
  return {
    open,
    choices,
    setChoices: choose,
    reason,
    problem,
    change: (text: string) => {
      setReason(text);
      setProblem(null);
    },
    isPending: change.isPending,
    save,
  };
}

export function countsOf(choices: Choices): Counts {
  const covers = [...choices.values()].filter((cover) => cover !== null).length;
  return { covers, cancels: choices.size - covers };
}

/** @param choice undefined: the meeting stays as it is. */
export function withChoice(
  choices: Choices,
  id: number,
  choice: number | null | undefined,
): Choices {
  const next = new Map(choices);
  if (choice === undefined) next.delete(id);
  else next.set(id, choice);
  return next;
}

function entryOf(choices: Choices, id: number): [number, number | null][] {
  const choice = choices.get(id);
  return choice === undefined ? [] : [[id, choice]];
}

const classesOf = (count: number) => (count === 1 ? '1 class' : `${count} classes`);

/** The button's text, such as `Cover 2 classes, cancel 1 class`. */
export const actionOf = ({ covers, cancels }: Counts): string =>
  [
    ...(covers ? [`cover ${classesOf(covers)}`] : []),
    ...(cancels ? [`cancel ${classesOf(cancels)}`] : []),
  ]
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());

const sentenceOf = ({ covers, cancels }: Counts): string =>
  [
    ...(covers ? [`${classesOf(covers)} covered`] : []),
    ...(cancels ? [`${classesOf(cancels)} cancelled`] : []),
  ].join(', ');
