import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withGroup } from '#contract/class-name.ts';
import { checkIn } from '#contract/pay/payroll.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { MissingCheckIn } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { longDate } from '#web/ui/format.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { confirmOverlap, isOverlap } from './useCorrection.ts';

/** Enters a forgotten check-in for the class's teacher or a stand-in. */
export function EnterCheckIn({
  of: { schedule, date },
  close,
}: {
  of: MissingCheckIn;
  close: () => void;
}) {
  const [teacher, setTeacher] = useState<number | null>(schedule.teacher.id);
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const enter = useMutation({
    async mutationFn(teacher_id: number) {
      const send = (more: object) =>
        request(checkIn, {
          body: {
            class_schedule: schedule.id,
            date,
            teacher_id,
            place: schedule.teacher.id,
            ...more,
          },
        });
      try {
        return await send({});
      } catch (error) {
        if (!isOverlap(error) || !(await confirmOverlap(error))) throw error;
        return send({ confirm_overlap: true });
      }
    },
    async onSuccess() {
      toast('success', messages.checkedIn);
      close();
      await Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => setProblem(error.message),
  });

  return (
    <Dialog opened onClose={close} title="Enter a check-in" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (teacher === null) setProblem(messages.required);
          else enter.mutate(teacher);
        }}
      >
        <Stack>
          <Text>
            {withGroup(subjectTitle(schedule), schedule.group_name)}, {schedule.class_type},{' '}
            {schedule.day_of_week}, {longDate(date)}, {schedule.start_time}–{schedule.end_time}
          </Text>
          <Picker
            label="Teacher"
            description="Who is paid: the teacher of the class, or who stood in"
            source={teacherPicker}
            value={teacher}
            error={problem}
            onChange={(id) => {
              setTeacher(id);
              setProblem(null);
            }}
            withAsterisk
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={enter.isPending}>
              Enter
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
