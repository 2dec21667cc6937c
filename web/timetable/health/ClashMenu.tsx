import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import { RowMenu } from '#web/ui/list/RowMenu.tsx';
import { classText } from './clash-columns.tsx';
import { ClashOptions } from './ClashOptions.tsx';

/** The menu of a clash. */
export function ClashMenu({ of }: { of: TimetableClash }) {
  return (
    <RowMenu name={classText(of.class)} archived={false}>
      <ClashOptions of={of} />
    </RowMenu>
  );
}
