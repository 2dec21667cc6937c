import { roomProblems } from '#contract/timetable/find-time.ts';
import type { MeetingOfRoom, RoomProposal } from '#contract/timetable/room-away.ts';
import { firstProposals } from './first-proposals.ts';
import { sentenceOf } from './sentence.ts';
import type { Choices } from './useChoices.ts';

/** What happens with a class of a closed room: the room that it has instead, or null to cancel. */
export type RoomChoice = number | null;

/** Whether a class still takes place in the room. */
export const isThere = ({ moved, status }: MeetingOfRoom): boolean =>
  !moved && status === 'scheduled';

const problemsOf = ({ missing_seats, missing_features }: RoomProposal): string[] =>
  roomProblems({
    closedDates: 0,
    takenDates: 0,
    missingSeats: missing_seats,
    missingFeatures: missing_features,
  });

/** A room with its seats and what it lacks, in words. */
export const proposalText = (proposal: RoomProposal): string =>
  [
    proposal.room_number,
    ...(proposal.capacity > 0 ? [`${proposal.capacity} seats`] : []),
    ...problemsOf(proposal),
  ].join(', ');

/** The room of each class before anybody chooses: the best one that lacks nothing. */
export const suitableRooms = (meetings: readonly MeetingOfRoom[]): Map<number, number> =>
  firstProposals(
    meetings.map((meeting) => ({
      ...meeting,
      proposals: meeting.proposals.filter((proposal) => problemsOf(proposal).length === 0),
    })),
  );

function countsOf(choices: Choices<RoomChoice>) {
  const all = [...choices.values()];
  const cancels = all.filter((choice) => choice === null).length;
  return { moves: all.length - cancels, cancels };
}

/** The button's text, such as `Move 2 classes, cancel 1 class, close the room`. */
export function actionOf(choices: Choices<RoomChoice>, closes: boolean): string {
  const { moves, cancels } = countsOf(choices);
  return sentenceOf(
    [
      [moves, (classes) => `move ${classes}`],
      [cancels, (classes) => `cancel ${classes}`],
    ],
    ...(closes ? ['close the room'] : []),
  );
}

/** The same when it is done. */
export function doneText(choices: Choices<RoomChoice>, closes: boolean): string {
  const { moves, cancels } = countsOf(choices);
  return sentenceOf(
    [
      [moves, (classes) => `${classes} moved`],
      [cancels, (classes) => `${classes} cancelled`],
    ],
    ...(closes ? ['room closed'] : []),
  );
}
