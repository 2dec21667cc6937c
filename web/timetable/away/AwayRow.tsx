import { roomName } from '#contract/room-name.ts';
import { NativeSelect } from '@mantine/core';
import type { AwayMeeting, CoverProposal } from '#contract/timetable/teacher-away.ts';
import { mayLeaveToOthers, type AwayChoice } from './away-choice.ts';
import { AwayLine } from './AwayLine.tsx';
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

const leave = 'leave';
const cancel = 'cancel';
const others = 'others';

const choiceOf = (value: string): AwayChoice | undefined => {
  if (value === leave) return undefined;
  if (value === cancel) return null;
  return value === others ? others : Number(value);
};

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
        <NativeSelect
          aria-label={`${of.subject.subject_code}, ${of.start_time}`}
          value={choice === undefined ? leave : (choice ?? cancel)}
          onChange={({ currentTarget: { value } }) => onChoose(choiceOf(value))}
        >
          {mayLeaveToOthers(of) && (
            <option value={others}>The others teach: {namesOf(of.others)}</option>
          )}
          <option value={leave}>Leave as it is</option>
          <option value={cancel}>Cancel</option>
          {!of.checked_in && proposals.length > 0 && (
            <optgroup label="Cover by">
              {proposals.map((proposal) => (
                <option key={proposal.id} value={proposal.id}>
                  {proposalText(proposal)}
                </option>
              ))}
            </optgroup>
          )}
        </NativeSelect>
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
