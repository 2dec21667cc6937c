import type { MeetingOfRoom, RoomProposal } from '#contract/timetable/room-away.ts';
import { roomName } from '#contract/room-name.ts';
import { AwayLine } from './AwayLine.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { isThere, proposalText, type RoomChoice } from './room-choice.ts';

interface RoomRowProps {
  of: MeetingOfRoom;
  choice: RoomChoice | undefined;
  proposals: RoomProposal[];
  onChoose: (choice: RoomChoice | undefined) => void;
}

/** A class of a closed room, with its other room or cancellation. */
export function RoomRow({ of, choice, proposals, onChoose }: RoomRowProps) {
  return (
    <AwayLine of={of} before={[of.teachers]}>
      {isThere(of) ? (
        <ChoiceSelect
          of={of}
          value={choice}
          description={proposals.length === 0 ? 'No other room is free then' : undefined}
          heading="Move to"
          proposals={proposals.map((proposal) => ({
            id: proposal.id,
            text: proposalText(proposal),
          }))}
          onChoose={onChoose}
        />
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
