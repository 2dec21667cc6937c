import { useState } from 'react';
import type { Layout, PlanWay, Seat } from '#contract/attendance/seating-plan.ts';

/** A plan that is edited. */
export interface Draft {
  layout: Layout;
  seats: Seat[];
  way: Exclude<PlanWay, 'restored'>;
}

/** Steps that can be taken back. */
const most = 100;

/** A plan that is edited, with the steps before it. */
export function useDraft(first: Draft) {
  const [steps, setSteps] = useState([first]);
  const draft = steps.at(-1) ?? first;
  return {
    draft,
    change: (next: Partial<Draft>) =>
      setSteps((before) => [...before.slice(-most), { ...(before.at(-1) ?? first), ...next }]),
    undo: steps.length > 1 ? () => setSteps((before) => before.slice(0, -1)) : undefined,
  };
}
