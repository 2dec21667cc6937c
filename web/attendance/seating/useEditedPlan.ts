import { useState } from 'react';
import type { Layout, PlanWay, Seat, SeatingPlan } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { areSameLayouts, areSameSeats, layoutFor, resized, within } from './arrange.ts';

/** A plan that is edited. */
export interface Draft {
  layout: Layout;
  seats: Seat[];
  way: Exclude<PlanWay, 'restored'>;
}

/** Steps that can be taken back. */
const most = 100;

/** What is seen of a draft: who is on the roll, on seats and beside gaps that the room has. */
const seen = ({ layout, seats, way }: Draft, here: ReadonlySet<number>): Draft => ({
  layout: resized(layout, {}),
  seats: within(layout, seats).filter(({ student }) => here.has(student)),
  way,
});

const isSameVersion = (one: SeatingPlan, other: SeatingPlan): boolean =>
  one.classroom.id === other.classroom.id &&
  one.version === other.version &&
  one.layout?.version === other.layout?.version;

/**
 * A plan that is edited, with the steps before it. It follows the roll, and without changes the plan as it is saved
 * elsewhere. A smaller layout hides seats and gaps, which a larger one shows again.
 */
export function useEditedPlan(newest: SeatingPlan, students: readonly RollRow[]) {
  const [plan, setPlan] = useState(newest);
  const [steps, setSteps] = useState<Draft[]>([]);
  const [passed, setPassed] = useState<SeatingPlan | null>(null);
  const [opened] = useState(students);
  const [known, setKnown] = useState(students);

  const here = new Set(students.map(({ student }) => student));
  const met = new Set(known.map(({ student }) => student));
  const added = students.filter(({ student }) => !met.has(student));
  if (added.length > 0) setKnown([...known, ...added]);
  const before = new Set(opened.map(({ student }) => student));

  const stored = plan.layout;
  const read: Draft = {
    layout: stored ?? layoutFor(opened.length),
    seats: plan.seats,
    way: 'by_hand',
  };
  const whole = steps.at(-1) ?? read;
  const first = seen(read, here);
  const draft = seen(whole, here);
  const isOwnLayout = !areSameLayouts(draft.layout, first.layout);
  const isNewLayout = !stored || isOwnLayout;
  const isChanged =
    !areSameSeats(draft.seats, first.seats) || (isNewLayout && (!!stored || steps.length > 0));

  // What was saved here comes back as the newest plan, too.
  const isMine =
    newest.layout !== null &&
    areSameLayouts(newest.layout, draft.layout) &&
    areSameSeats(newest.seats, draft.seats);
  if (newest !== plan && (!isChanged || isMine)) {
    setPlan(newest);
    setSteps([]);
  }
  const isNewer = isChanged && !isMine && newest !== passed && !isSameVersion(newest, plan);

  const seated = new Set(draft.seats.map(({ student }) => student));
  return {
    /** The plan that is edited, as it was read. */
    plan,
    first,
    draft,
    isChanged,
    isNewLayout,
    /** The layout was changed here: another one is not taken over. */
    isOwnLayout,
    /** Students who had a seat, and have none. */
    unseated: plan.seats.flatMap(({ student }) =>
      here.has(student) && !seated.has(student) ? [student] : [],
    ),
    /** Who has left the class, and who has joined it, since the plan was opened. */
    gone: known.filter(({ student }) => !here.has(student)),
    joined: students.filter(({ student }) => !before.has(student)),
    /** A version that was saved elsewhere since. */
    newer: isNewer ? newest : undefined,
    /**
     * Goes on with the own changes. The layout is that of the room: who has not changed it edits the new one, beyond
     * which no student is seated.
     */
    pass: () => {
      setPassed(newest);
      const { layout } = newest;
      if (!layout || isOwnLayout) return;
      setPlan({ ...plan, layout });
      setSteps((all) => all.map((step) => ({ ...step, layout })));
    },
    /** Drops the own changes; the newest plan is shown. */
    discard: () => setSteps([]),
    change: (next: Partial<Draft>) =>
      setSteps((all) => [...all.slice(-most), { ...(all.at(-1) ?? read), ...next }]),
    /** Seats beyond the layout are there for a larger one. */
    whole,
    undo: steps.length > 0 ? () => setSteps((all) => all.slice(0, -1)) : undefined,
  };
}
