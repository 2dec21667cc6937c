import { useState } from 'react';
import { changeTeacherAway } from '#contract/timetable/meetings.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { request } from '#web/platform/api.ts';
import {
  countsOf,
  proposedFor,
  sentenceOf,
  type AwayChoice,
  type AwayChoices,
} from './away-choice.ts';
import { isOpen } from './AwayRow.tsx';
import { useMeetingChange } from './useMeetingChange.ts';

/** What is chosen for the classes of an absent teacher, and the reason; saved together. */
export function useAwayChoices({
  teacher,
  meetings,
}: {
  teacher: number;
  meetings: AwayMeeting[];
}) {
  /** What was chosen by hand; undefined leaves the meeting as it is. */
  const [made, setMade] = useState<ReadonlyMap<number, AwayChoice | undefined>>(new Map());
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMeetingChange({ teacher });
  const open = meetings.filter((meeting) => isOpen(meeting, teacher));
  // A meeting that somebody else has changed meanwhile needs nothing.
  const choices: AwayChoices = new Map(
    open.flatMap((meeting): [number, AwayChoice][] => {
      const { id } = meeting;
      const choice = made.has(id) ? made.get(id) : proposedFor(meeting);
      return choice === undefined ? [] : [[id, choice]];
    }),
  );

  function save() {
    const counts = countsOf(choices);
    if (counts.cancels > 0 && !reason.trim()) {
      setProblem(messages.required);
      return;
    }
    const chosen = open.flatMap(({ id, sequence }) => {
      const cover = choices.get(id);
      return cover === undefined ? [] : [{ id, sequence, cover }];
    });
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
  function choose(next: AwayChoices) {
    if (choices.size === 0 || next.size === 0) {
      setReason('');
      setProblem(null);
    }
    setMade(new Map(open.map(({ id }) => [id, next.get(id)])));
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
