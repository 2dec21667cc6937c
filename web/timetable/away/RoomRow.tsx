import { NativeSelect } from '@mantine/core';
import type { MeetingOfRoom, RoomProposal } from '#contract/timetable/room-away.ts';
import { roomName } from '#contract/room-name.ts';
import { AwayLine } from './AwayLine.tsx';
import { isThere, proposalText, type RoomChoice } from './room-choice.ts';

interface RoomRowProps {
  of: MeetingOfRoom;
  choice: RoomChoice | undefined;
  proposals: RoomProposal[];
  onChoose: (choice: RoomChoice | undefined) => void;
}

const leave = 'leave';
const cancel = 'cancel';

const choiceOf = (value: string): RoomChoice | undefined => {
  if (value === leave) return undefined;
  return value === cancel ? null : Number(value);
};

/** A class of a closed room, with its other room or cancellation. */
export function RoomRow({ of, choice, proposals, onChoose }: RoomRowProps) {
  return (
    <AwayLine of={of} before={[of.teachers]}>
      {isThere(of) ? (
        <NativeSelect
          aria-label={`${of.subject.subject_code}, ${of.start_time}`}
          description={proposals.length === 0 ? 'No other room is free then' : undefined}
          value={choice === undefined ? leave : (choice ?? cancel)}
          onChange={({ currentTarget: { value } }) => onChoose(choiceOf(value))}
        >
          <option value={leave}>Leave as it is</option>
          <option value={cancel}>Cancel</option>
          {proposals.length > 0 && (
            <optgroup label="Move to">
              {proposals.map((proposal) => (
                <option key={proposal.id} value={proposal.id}>
                  {proposalText(proposal)}
                </option>
              ))}
            </optgroup>
          )}
        </NativeSelect>
      ) : (
        <b>{stateOf(of)}</b>
      )}
    </AwayLine>
  );
}

/** What has already happened to it. */
const stateOf = ({ status, moved, reason, room_number }: MeetingOfRoom): string =>
  status !== 'scheduled' || !moved
    ? `Cancelled${reason ? `: ${reason}` : ''}`
    : `Moved to ${roomName(room_number)}`;
