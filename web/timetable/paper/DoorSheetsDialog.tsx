import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isDate } from '#contract/dates.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { toast } from '#web/ui/toasts.ts';
import { classroomPicker } from '#web/school/classrooms.ts';

interface DoorSheetsProps {
  date: string;
  room: number | null;
}

/** Asks for day and room. */
export function openDoorSheets(of: DoorSheetsProps): void {
  const id = modals.open({
    title: 'Door sheets',
    children: <DoorSheets {...of} close={() => modals.close(id)} />,
  });
}

function DoorSheets({ close, ...of }: DoorSheetsProps & { close: () => void }) {
  const { title, today } = useSession().config;
  const [date, setDate] = useState(of.date);
  const [room, setRoom] = useState(of.room);
  const make = useMutation({
    mutationFn: async () => {
      const { downloadDoorSheets } = await import('./door-sheets.ts');
      await downloadDoorSheets(date, room, { institute: title, today });
    },
    onSuccess: () => {
      toast('success', messages.downloaded, 'shell');
      close();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack gap="sm">
        <DateInput
          label="Day"
          value={date}
          onChange={setDate}
          error={isDate(date) ? undefined : messages.required}
        />
        <Picker label="Room" source={classroomPicker} value={room} onChange={setRoom} />
        <Text size="sm" c="dimmed">
          Without a room: all rooms with classes on this day, one page each.
        </Text>
        {make.isError && (
          <Alert color="red" variant="outline" role="alert">
            {make.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={make.isPending} disabled={!isDate(date)}>
            Create PDF
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
