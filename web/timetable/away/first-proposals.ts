interface Slot {
  id: number;
  date: string;
  start_time: string;
  end_time: string;
}

/** A meeting with the teachers or rooms that are free then, the best first. */
interface Proposed<Proposal extends { id: number }> extends Slot {
  proposals: Proposal[];
}

const overlap = (a: Slot, b: Slot): boolean =>
  a.date === b.date && a.start_time < b.end_time && b.start_time < a.end_time;

/**
 * The proposals of a meeting without those that were chosen for another one at the same time.
 * @param chosen what was chosen by meeting: the id of a teacher or room, or something else.
 */
export const proposalsFor = <Proposal extends { id: number }>(
  meeting: Proposed<Proposal>,
  all: readonly Slot[],
  chosen: ReadonlyMap<number, unknown>,
): Proposal[] => {
  const taken = new Set(
    all
      .filter((other) => other.id !== meeting.id && overlap(meeting, other))
      .map((other) => chosen.get(other.id)),
  );
  return meeting.proposals.filter((proposal) => !taken.has(proposal.id));
};

/** The first proposal of each meeting; no teacher or room twice at the same time, none where all are taken. */
export function firstProposals(meetings: readonly Proposed<{ id: number }>[]): Map<number, number> {
  const chosen = new Map<number, number>();
  // The meeting with the fewest proposals first.
  for (const meeting of meetings.toSorted((a, b) => a.proposals.length - b.proposals.length)) {
    const [first] = proposalsFor(meeting, meetings, chosen);
    if (first) chosen.set(meeting.id, first.id);
  }
  return chosen;
}
