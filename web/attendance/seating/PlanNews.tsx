import { Alert, Button, Group, Text } from '@mantine/core';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';

interface PlanNewsProps {
  newer: SeatingPlan | undefined;
  gone: readonly RollRow[];
  joined: readonly RollRow[];
  load: () => void;
  goOn: () => void;
}

const names = new Intl.ListFormat('en', { type: 'conjunction' });
const namesOf = (students: readonly RollRow[]) => names.format(students.map(fullName));
const are = (students: readonly RollRow[]) => (students.length === 1 ? 'is' : 'are');

/** What has changed elsewhere since a plan was opened. */
export function PlanNews({ newer, gone, joined, load, goOn }: PlanNewsProps) {
  return (
    <div role="status">
      {(gone.length > 0 || joined.length > 0) && (
        <Text size="sm" px="xs" pb="xs" c="var(--at-warn)">
          {gone.length > 0 && `${namesOf(gone)} ${are(gone)} not in this class any more. `}
          {joined.length > 0 && `${namesOf(joined)} ${are(joined)} new in this class.`}
        </Text>
      )}
      {newer && (
        <Alert color="yellow" variant="outline" mx="xs" mb="xs">
          <Group gap="xs">
            <Text size="sm">
              {newer.changed_by ?? 'Somebody else'} changed this plan or the layout meanwhile.
            </Text>
            <Button size="compact-sm" variant="default" onClick={load}>
              Load it
            </Button>
            <Button size="compact-sm" variant="default" onClick={goOn}>
              Go on
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
