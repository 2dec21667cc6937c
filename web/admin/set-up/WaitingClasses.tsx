import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf } from '#web/ui/format.ts';
import { setUpQuery } from './queries.ts';
import { importPath } from './steps.ts';

/** What is next while classes of another system have no times (R-ROSTER-6); else nothing. */
export function WaitingClasses() {
  const { data } = useQuery(setUpQuery);
  const count = data?.waiting_classes ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm">
      {count === 1 ? '1 class waits for its' : `${countOf(count)} classes wait for their`} times:{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to={importPath} search={{}} />}
      >
        import the calendar
      </Anchor>{' '}
      of the timetable (.ics), which can make the rooms as well.
    </Text>
  );
}
