import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { restoreSeatingPlan } from '#contract/attendance/seating-plans.endpoints.ts';
import type { SeatingPlan, SeatingPlanVersion } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import { roomInText, roomName } from '#contract/room-name.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { counted, moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { PlanPreview } from './PlanPreview.tsx';
import { planHistoryQuery, seatingPlanQuery, type PlanOf } from './queries.ts';
import type { Side } from './side.ts';
import classes from './Seating.module.css';

const ways: Record<SeatingPlanVersion['way'], string> = {
  by_hand: 'by hand',
  by_name: 'by name',
  at_random: 'at random',
  other_room: 'in the order of another room',
  restored: 'restored',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names those who sit in another room of the class: "Hana Haddad (room Lab 3)"; empty without any. */
const sittingElsewhere = (
  { elsewhere }: SeatingPlan,
  version: SeatingPlanVersion,
  students: readonly RollRow[],
): string => {
  const seated = new Set(version.plan.map(({ student }) => student));
  const rooms = new Map(elsewhere.map(({ student, room_number }) => [student, room_number]));
  return list.format(
    students.flatMap((row) => {
      const room = rooms.get(row.student);
      return room !== undefined && seated.has(row.student)
        ? `${fullName(row)} (${roomInText(room)})`
        : [];
    }),
  );
};

interface PlanHistoryProps {
  of: PlanOf;
  plan: SeatingPlan;
  students: readonly RollRow[];
  side: Side;
  /** What is edited would be lost. */
  isChanged: boolean;
  close: () => void;
}

/** The versions of a plan: when, by whom and how it was changed, and a way back (R-SEAT-4). */
export function PlanHistory({ of, plan, students, side, isChanged, close }: PlanHistoryProps) {
  /** The version whose seats are shown. */
  const [shown, setShown] = useState<number | null>(null);
  const { config } = useSession();
  const queries = useQueryClient();
  const { classroom } = plan;
  const history = useQuery(planHistoryQuery(of.id, classroom.id));
  const restore = useMutation({
    mutationFn: (to: number) =>
      request(restoreSeatingPlan, {
        body: {
          class_schedule: of.id,
          date: of.date,
          classroom: classroom.id,
          version: plan.version,
          to,
        },
      }),
    onSuccess(now) {
      for (const room of [of.room, classroom.id])
        queries.setQueryData(seatingPlanQuery({ ...of, room }).queryKey, now);
      toast('success', 'The seating plan is restored.');
      close();
    },
    onError: (error) => toast('error', error.message),
  });
  async function begin(version: SeatingPlanVersion) {
    const others = sittingElsewhere(plan, version, students);
    const isMeant =
      others === '' ||
      (await confirm({
        title: 'Restore this plan?',
        text: `In another room of this class now: ${others}. Restored, they sit here and lose the seat there.`,
        yes: 'Restore',
      }));
    if (isMeant) restore.mutate(version.version);
  }

  return (
    <Dialog
      opened
      onClose={close}
      title={`History of the plan in ${roomName(classroom.room_number)}`}
      centered
      size="lg"
    >
      {isChanged && (
        <Text size="sm" mb="xs">
          Save or undo your changes before you restore an earlier plan.
        </Text>
      )}
      {history.error && !history.data ? (
        <LoadError
          title="The history could not be read."
          error={history.error}
          retry={() => void history.refetch()}
        />
      ) : !history.data ? (
        <PleaseWait />
      ) : (
        <ol className={classes.versions}>
          {history.data.results.map((version) => (
            <li key={version.version}>
              <Group justify="space-between" wrap="nowrap">
                <Text size="sm">
                  {moment(version.changed_at, config.time_zone)} · {version.changed_by} ·{' '}
                  {ways[version.way]} · {counted(version.seats, 'student')}
                </Text>
                {version.version === plan.version ? (
                  <Text size="sm" fw={600}>
                    Now
                  </Text>
                ) : (
                  <Group gap="xs" wrap="nowrap">
                    {plan.layout && (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        aria-expanded={shown === version.version}
                        onClick={() => setShown(shown === version.version ? null : version.version)}
                      >
                        {shown === version.version ? 'Hide' : 'Show'}
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isChanged}
                      loading={restore.isPending && restore.variables === version.version}
                      onClick={() => void begin(version)}
                    >
                      Restore
                    </Button>
                  </Group>
                )}
              </Group>
              {shown === version.version && plan.layout && (
                <PlanPreview
                  layout={plan.layout}
                  seats={version.plan}
                  now={plan.seats}
                  students={students}
                  side={side}
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
