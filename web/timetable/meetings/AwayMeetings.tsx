import { Button, Group, TextInput, Title } from '@mantine/core';
import { limits } from '#contract/limits.ts';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { fullDay } from '#web/ui/format.ts';
import { actionOf, countsOf, withChoice } from './away-choice.ts';
import { AwayRow } from './AwayRow.tsx';
import { firstProposals, proposalsFor } from './cover-proposals.ts';
import classes from './Meetings.module.css';
import { useAwayChoices } from './useAwayChoices.ts';

interface AwayMeetingsProps {
  teacher: number;
  meetings: AwayMeeting[];
}

/** The classes of an absent teacher, with their cover or cancellation. */
export function AwayMeetings({ teacher, meetings }: AwayMeetingsProps) {
  const { open, choices, setChoices, reason, problem, change, isPending, save } = useAwayChoices({
    teacher,
    meetings,
  });
  const counts = countsOf(choices);

  return (
    <>
      <Group gap="xs" my="sm">
        <Button
          variant="default"
          disabled={open.length === 0}
          onClick={() => setChoices(firstProposals(open))}
        >
          Cover all with their first proposal
        </Button>
        <Button
          variant="default"
          disabled={open.length === 0}
          onClick={() => setChoices(new Map(open.map(({ id }) => [id, null])))}
        >
          Cancel all
        </Button>
        {choices.size > 0 && (
          <Button variant="subtle" onClick={() => setChoices(new Map())}>
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
                onChoose={(choice) => setChoices(withChoice(choices, meeting.id, choice))}
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
            withAsterisk={counts.cancels > 0}
            maxLength={limits.reasonLength}
            value={reason}
            error={problem}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Button type="submit" loading={isPending}>
            {actionOf(counts)}
          </Button>
        </form>
      )}
    </>
  );
}
