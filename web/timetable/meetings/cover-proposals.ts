import type { AwayMeeting, CoverProposal } from '#contract/timetable/teacher-away.ts';

type Slot = Pick<AwayMeeting, 'id' | 'date' | 'start_time' | 'end_time'>;
type Proposed = Slot & Pick<AwayMeeting, 'proposals'>;

const overlap = (a: Slot, b: Slot): boolean =>
  a.date === b.date && a.start_time < b.end_time && b.start_time < a.end_time;

/**
 * The proposals of a meeting without teachers who were chosen for another one at the same time.
 * @param chosen what was chosen by meeting: the id of a covering teacher, or something else.
 */
export const proposalsFor = (
  meeting: Proposed,
  all: readonly Slot[],
  chosen: ReadonlyMap<number, unknown>,
): CoverProposal[] => {
  const taken = new Set(
    all
      .filter((other) => other.id !== meeting.id && overlap(meeting, other))
      .map((other) => chosen.get(other.id)),
  );
  return meeting.proposals.filter((proposal) => !taken.has(proposal.id));
};

/** The first proposal of each meeting, no teacher twice at the same time; none where all are taken. */
export function firstProposals(meetings: readonly Proposed[]): Map<number, number> {
  const chosen = new Map<number, number>();
  // The meeting with the fewest proposals first.
  for (const meeting of meetings.toSorted((a, b) => a.proposals.length - b.proposals.length)) {
    const [first] = proposalsFor(meeting, meetings, chosen);
    if (first) chosen.set(meeting.id, first.id);
  }
  return chosen;
}
