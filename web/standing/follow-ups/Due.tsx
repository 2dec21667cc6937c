import { IconAlertTriangle } from '@tabler/icons-react';
import type { FollowUp } from '#contract/standing/follow-up.ts';
import { longDate } from '#web/ui/format.ts';
import classes from './FollowUps.module.css';

/** The due date; overdue by icon and word, not by colour alone. */
export function Due({
  of: { due_on, is_overdue },
}: {
  of: Pick<FollowUp, 'due_on' | 'is_overdue'>;
}) {
  if (!is_overdue) return longDate(due_on);
  return (
    <span className={classes.overdue}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {longDate(due_on)}, overdue
    </span>
  );
}
