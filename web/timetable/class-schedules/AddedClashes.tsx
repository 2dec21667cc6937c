import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';

/** Clashes of an added class that no question listed: another user was faster. */
export function AddedClashes({ added }: { added: ClassSchedule }) {
  const open = added.all_clashes?.filter((it) => !it.confirmed) ?? [];
  if (open.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title="The added class clashes" mb="xs" role="alert">
      <ClashList of={open} />
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link to="/timetable/add" search={{ edit: String(added.id) }} {...props} />
        )}
      >
        Edit it
      </Anchor>
    </Alert>
  );
}
