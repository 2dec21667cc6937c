import { Button, Group, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { changeTeacherAway } from '#contract/timetable/meetings.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { request } from '#web/platform/api.ts';
import { fullDay } from '#web/ui/format.ts';
import { AwayRow, isOpen } from './AwayRow.tsx';
import { firstProposals, proposalsFor } from './cover-proposals.ts';
import classes from './Meetings.module.css';
import { useMeetingChange } from './useMeetingChange.ts';

interface AwayMeetingsProps {
  teacher: number;
  meetings: AwayMeeting[];
}

/** By meeting: the covering teacher, or null to cancel; others do not change. */
type Choices = ReadonlyMap<number, number | null>;

/** The classes of an absent teacher, with their cover or cancellation. */
export function AwayMeetings({ teacher, meetings }: AwayMeetingsProps) {
  const [made, setMade] = useState<Choices>(new Map());
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMeetingChange({ teacher });
  const open = meetings.filter((meeting) => isOpen(meeting, teacher));
  // A meeting that somebody else has changed meanwhile needs nothing.
  const choices = new Map(open.flatMap(({ id }) => entryOf(made, id)));
  const covers = [...choices.values()].filter((cover) => cover !== null).length;
  const cancels = choices.size - covers;

  function choose(id: number, choice: number | null | undefined) {
    const next = new Map(choices);
    if (choice === undefined) next.delete(id);
    else next.set(id, choice);
    setMade(next);
  }
  function save() {
    if (cancels > 0 && !reason.trim()) {
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
        done: sentenceOf(covers, cancels),
      },
      { onSuccess: (answer) => answer && setMade(new Map()) },
    );
  }

  return (
    <>
      <Group gap="xs" my="sm">
        <Button
          variant="default"
          disabled={open.length === 0}
          onClick={() => setMade(firstProposals(open))}
        >
          Cover all with their first proposal
        </Button>
        <Button
          variant="default"
          disabled={open.length === 0}
          onClick={() => setMade(new Map(open.map(({ id }) => [id, null])))}
        >
          Cancel all
        </Button>
        {choices.size > 0 && (
          <Button variant="subtle" onClick={() => setMade(new Map())}>
            Leave all
          </Button>
        )}
      </Group>
      {[...Map.groupBy(meetings, ({ date }) => date)].map(([date, ofDay]) => (
        <section key={date} aria-label={fullDay(date)}>
          <Title order={2} size="h5" my="xs">
            {fullDay(date)}
          </Title>
          <ul className={`at-card ${classes.away}`}>
            {ofDay.map((meeting) => (
              <AwayRow
                key={meeting.id}
                of={meeting}
                away={teacher}
                choice={choices.get(meeting.id)}
                proposals={proposalsFor(meeting, open, choices)}
                onChoose={(choice) => choose(meeting.id, choice)}
              />
            ))}
          </ul>
        </section>
      ))}
      {choices.size > 0 && (
        <form
          noValidate
          className={`at-card ${classes.save}`}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            label="Reason"
            withAsterisk={cancels > 0}
            maxLength={limits.reasonLength}
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Button type="submit" loading={change.isPending}>
            {actionOf(covers, cancels)}
          </Button>
        </form>
      )}
    </>
  );
}

function entryOf(choices: Choices, id: number): [number, number | null][] {
  const choice = choices.get(id);
  return choice === undefined ? [] : [[id, choice]];
}

const classesOf = (count: number) => (count === 1 ? '1 class' : `${count} classes`);

const actionOf = (covers: number, cancels: number): string =>
  [
    ...(covers ? [`cover ${classesOf(covers)}`] : []),
    ...(cancels ? [`cancel ${classesOf(cancels)}`] : []),
  ]
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());

const sentenceOf = (covers: number, cancels: number): string =>
  [
    ...(covers ? [`${classesOf(covers)} covered`] : []),
    ...(cancels ? [`${classesOf(cancels)} cancelled`] : []),
  ].join(', ');
