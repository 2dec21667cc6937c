import { Alert, Button, Group, Text } from '@mantine/core';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import { roomInText } from '#contract/room-name.ts';

interface PlanNewsProps {
  /** The plan that is edited, as it was read. */
  plan: SeatingPlan;
  /** A version of it or of its layout that was saved elsewhere since. */
  newer: SeatingPlan | undefined;
  gone: readonly RollRow[];
  joined: readonly RollRow[];
  load: () => void;
  goOn: () => void;
}

const names = new Intl.ListFormat('en', { type: 'conjunction' });
const namesOf = (students: readonly RollRow[]) => names.format(students.map(fullName));
const are = (students: readonly RollRow[]) => (students.length === 1 ? 'is' : 'are');

const someone = (name: string | null | undefined) => name ?? 'Somebody else';

/** Who has changed what. */
const changesOf = (plan: SeatingPlan, newer: SeatingPlan): string[] => [
  ...(newer.version === plan.version
    ? []
    : [`${someone(newer.changed_by)} changed this plan meanwhile.`]),
  ...(newer.layout?.version === plan.layout?.version
    ? []
    : [
        `${someone(newer.layout_by)} changed the layout of ${roomInText(newer.classroom.room_number)} meanwhile.`,
      ]),
];

/** What has changed elsewhere since a plan was opened. */
export function PlanNews({ plan, newer, gone, joined, load, goOn }: PlanNewsProps) {
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
            <Text size="sm">{changesOf(plan, newer).join(' ')}</Text>
            <Button size="compact-sm" variant="default" onClick={load}>
              Take theirs
            </Button>
            <Button size="compact-sm" variant="default" onClick={goOn}>
              Keep mine
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
