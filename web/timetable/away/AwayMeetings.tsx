import { changeTeacherAway } from '#contract/timetable/meetings.endpoints.ts';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { request } from '#web/platform/api.ts';
import { actionOf, cancelsAny, doneText, proposedFor, type AwayChoice } from './away-choice.ts';
import { AwayDays } from './AwayDays.tsx';
import { AwayRow, isOpen } from './AwayRow.tsx';
import { AwayTools } from './AwayTools.tsx';
import { firstProposals, proposalsFor } from './first-proposals.ts';
import { SaveChoices } from './SaveChoices.tsx';
import { useChoices } from './useChoices.ts';

interface AwayMeetingsProps {
  teacher: number;
  meetings: AwayMeeting[];
}

/** The classes of an absent teacher, with their cover or cancellation. */
export function AwayMeetings({ teacher, meetings }: AwayMeetingsProps) {
  const open = meetings.filter((meeting) => isOpen(meeting, teacher));
  // Proposals leave out classes that are over: somebody chooses each of those.
  const ahead = open.filter(({ over }) => !over);
  const byId = new Map(ahead.map((meeting) => [meeting.id, meeting]));
  const changing = useChoices<AwayChoice>({
    open,
    proposedFor(id) {
      const meeting = byId.get(id);
      return meeting && proposedFor(meeting);
    },
    place: { teacher },
    needsReason: cancelsAny,
    send: (chosen, given) =>
      request(changeTeacherAway, {
        body: {
          teacher,
          meetings: chosen.map(({ choice, ...meeting }) => ({ ...meeting, cover: choice })),
          ...given,
        },
      }),
    done: doneText,
  });
  const { choices, choose, chooseFor } = changing;

  return (
    <>
      <AwayTools
        open={ahead}
        first={{
          text: 'Cover all with their first proposal',
          choices: () => firstProposals(ahead),
        }}
        choices={choices}
        choose={choose}
      />
      <AwayDays meetings={meetings}>
        {(meeting) => (
          <AwayRow
            key={meeting.id}
            of={meeting}
            away={teacher}
            choice={choices.get(meeting.id)}
            proposals={proposalsFor(meeting, open, choices)}
            onChoose={(choice) => chooseFor(meeting.id, choice)}
          />
        )}
      </AwayDays>
      {choices.size > 0 && (
        <SaveChoices
          of={changing}
          isReasonRequired={cancelsAny(choices)}
          action={actionOf(choices)}
        />
      )}
    </>
  );
}
