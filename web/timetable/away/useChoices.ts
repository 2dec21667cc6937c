import { useState } from 'react';
import { messages } from '#contract/texts.ts';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import { useMeetingChange, type Place } from '../meetings/useMeetingChange.ts';

/** What happens with meetings, by their ids; others do not change. */
export type Choices<Choice> = ReadonlyMap<number, Choice>;

interface ChosenMeeting<Choice> {
  id: number;
  sequence: number;
  choice: Choice;
}

interface Changing<Choice> {
  /** The meetings that can still be changed, each with the teachers or rooms that are free now. */
  open: { id: number; sequence: number; proposals: { id: number }[] }[];
  /** What is chosen before anybody chooses; undefined leaves the meeting as it is. */
  proposedFor: (id: number) => Choice | undefined;
  /** Where the change can be undone. */
  place: Place;
  needsReason: (choices: Choices<Choice>) => boolean;
  send: (
    chosen: ChosenMeeting<Choice>[],
    given: { reason: string | null; confirm?: true },
  ) => Promise<OperationDone>;
  /** What was done, in words. */
  done: (choices: Choices<Choice>) => string;
}

/** What is chosen for the meetings of a teacher or room that is away, and the reason; saved together. */
export function useChoices<Choice>({
  open,
  proposedFor,
  place,
  needsReason,
  send,
  done,
}: Changing<Choice>) {
  /** What was chosen by hand; undefined leaves the meeting as it is. */
  const [made, setMade] = useState<ReadonlyMap<number, Choice | undefined>>(new Map());
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMeetingChange(place);
  // A meeting that somebody else has changed meanwhile needs nothing, and who is no longer free is no choice.
  const choices: Choices<Choice> = new Map(
    open.flatMap(({ id, proposals }): [number, Choice][] => {
      const choice = made.has(id) ? made.get(id) : proposedFor(id);
      const isFree =
        typeof choice !== 'number' || proposals.some((proposal) => proposal.id === choice);
      return choice === undefined || !isFree ? [] : [[id, choice]];
    }),
  );

  function save() {
    if (needsReason(choices) && !reason.trim()) {
      setProblem(messages.required);
      return;
    }
    const chosen = open.flatMap(({ id, sequence }) => {
      const choice = choices.get(id);
      return choice === undefined ? [] : [{ id, sequence, choice }];
    });
    change.mutate(
      {
        send: (confirmed) => send(chosen, { reason: reason.trim() || null, ...confirmed }),
        done: done(choices),
      },
      { onSuccess: (answer) => answer && choose(new Map()) },
    );
  }
  // The reason is for the classes that are chosen: it goes with them.
  function choose(next: Choices<Choice>) {
    if (choices.size === 0 || next.size === 0) {
      setReason('');
      setProblem(null);
    }
    setMade(new Map(open.map(({ id }) => [id, next.get(id)])));
  }
  return {
    choices,
    choose,
    /** @param choice undefined: the meeting stays as it is. */
    chooseFor: (id: number, choice: Choice | undefined) => {
      const next = new Map(choices);
      if (choice === undefined) next.delete(id);
      else next.set(id, choice);
      choose(next);
    },
    reason,
    problem,
    changeReason: (text: string) => {
      setReason(text);
      setProblem(null);
    },
    isPending: change.isPending,
    save,
  };
}
