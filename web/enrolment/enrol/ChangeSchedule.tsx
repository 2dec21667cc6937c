import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeEnrolment, listEnrolments } from '#contract/enrolment/enrolment.endpoints.ts';
import type { ConflictClass } from '#contract/marks.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { fullName } from '#contract/person-name.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConflictPanel } from '#web/school/ConflictPanel.tsx';
import { classPicker, classTitle } from '#web/school/cohorts.tsx';

interface ChangeScheduleProps {
  student: { id: number; first_name: string; last_name: string };
  /** The current class. */
  from: Parameters<typeof classTitle>[0] & { id: number };
  close: () => void;
}

/** A student leaves one class for another from today on (R-ENROL-6). */
export function ChangeSchedule({ student, from, close }: ChangeScheduleProps) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<ConflictClass[]>([]);
  const [busy, setBusy] = useState(false);

  async function change(confirmed: boolean): Promise<void> {
    if (chosen === null) return setProblem(messages.selectScheduleToChange);
    if (chosen === from.id) return setProblem(messages.chooseDifferentSchedule);
    setBusy(true);
    try {
      const query = { student: student.id, class_schedule: from.id };
      const { results } = await request(listEnrolments, { query });
      await request(changeEnrolment, {
        params: { id: results[0]?.id ?? '' },
        body: {
          student: student.id,
          class_schedule: chosen,
          ...(confirmed && { confirm_capacity: true }),
        },
      });
      toast('success', messages.scheduleChanged);
      await queries.invalidateQueries({ queryKey: ['resource'] });
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await handleApiError(error);
    } finally {
      setBusy(false);
    }
  }

  async function handleApiError({ status, body, message }: ApiError) {
    if (status === 409 && body.over_capacity) {
      const sure = await confirm({
        title: 'Above the room’s capacity',
        text: `${message}. Enrol anyway?`,
        yes: 'Enrol',
        no: 'Cancel',
      });
      if (sure) await change(true);
      return;
    }
    const [first] = body.fail ?? [];
    setConflicts(first?.class_schedules ?? []);
    setProblem(first ? null : message);
    if (!first) toast('error', message);
  }

  return (
    <Dialog opened onClose={close} title={`Change schedule of ${fullName(student)}`} size="lg">
      <Stack>
        <Text size="sm">
          Now in {classTitle(from)}. It ends with the day before today, or with the last day that
          has a mark; rolls and rates until then stay.
        </Text>
        <Picker
          label="New schedule"
          source={classPicker}
          value={chosen}
          error={problem}
          withAsterisk
          onChange={(next) => {
            setChosen(next);
            setProblem(null);
            setConflicts([]);
          }}
        />
        <ConflictPanel conflicts={conflicts} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void change(false)}>
            Change schedule
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
