import { roomName } from '#contract/room-name.ts';
import type { AwayMeeting, CoverProposal } from '#contract/timetable/teacher-away.ts';
import { mayLeaveToOthers, type AwayChoice } from './away-choice.ts';
import { AwayLine } from './AwayLine.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { hoursOf } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';

/** Whether a class is still held by the absent teacher. */
export const isOpen = (
  { status, cover, planned, away: isAway }: AwayMeeting,
  away: number,
): boolean => status === 'scheduled' && !isAway && (cover ?? planned).id === away;

interface AwayRowProps {
  of: AwayMeeting;
  away: number;
  choice: AwayChoice | undefined;
  proposals: CoverProposal[];
  onChoose: (choice: AwayChoice | undefined) => void;
}

/** A class of an absent teacher, with its cover or cancellation. */
export function AwayRow({ of, away, choice, proposals, onChoose }: AwayRowProps) {
  return (
    <AwayLine
      of={of}
      before={[roomName(of.room_number)]}
      after={[
        ...(of.cover?.id === away ? [`covers for ${fullName(of.planned)}`] : []),
        ...(of.checked_in ? ['checked in'] : []),
      ]}
    >
      {stateOf(of, away) ?? (
        <ChoiceSelect
          of={of}
          value={choice}
          first={
            mayLeaveToOthers(of) && {
              value: 'others',
              text: `The others teach: ${namesOf(of.others)}`,
            }
          }
          heading="Cover by"
          proposals={
            of.checked_in
              ? []
              : proposals.map((proposal) => ({ id: proposal.id, text: proposalText(proposal) }))
          }
          onChoose={onChoose}
        />
      )}
    </AwayLine>
  );
}

/** What has already happened to it. */
function stateOf(
  { status, reason, cover, others: there, away: isAway }: AwayMeeting,
  away: number,
) {
  const because = reason ? `: ${reason}` : '';
  if (status !== 'scheduled') return <b>Cancelled{because}</b>;
  if (isAway)
    return (
      <b>
        The others teach: {namesOf(there)}
        {because}
      </b>
    );
  if (cover && cover.id !== away)
    return (
      <b>
        Covered by <PersonName of={cover} />
        {because}
      </b>
    );
  return null;
}

const namesOf = (people: AwayMeeting['others']): string => people.map(fullName).join(', ');

const proposalText = (proposal: CoverProposal): string =>
  [
    fullName(proposal),
    ...(proposal.teaches_subject ? ['teaches the subject'] : []),
    `${hoursOf(proposal.minutes_in_week)} h that week`,
  ].join(', ');
