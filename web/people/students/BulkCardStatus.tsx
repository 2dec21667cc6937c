import { Button, Menu } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setCardStatus } from '#contract/people/students.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { CardState, Student } from '#contract/student.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { useUndoToast } from '#web/ui/useUndoToast.tsx';
import { studentResource } from './resource.tsx';
import { cardStateChoices } from './labels.ts';

/** Sets the card print status of the selected students. */
export function BulkCardStatus({ students, done }: { students: Student[]; done: () => void }) {
  const queries = useQueryClient();
  const undoToast = useUndoToast();
  const update = useMutation({
    mutationFn: (card_print_status: CardState) =>
      request(setCardStatus, { body: { ids: students.map(({ id }) => id), card_print_status } }),
    async onSuccess({ operation }) {
      undoToast(messages.updated, operation);
      done();
      await queries.invalidateQueries({ queryKey: resourceKey(studentResource) });
    },
    onError: (error) => toast('error', error.message),
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={update.isPending}
          leftSection={<IconId size={15} aria-hidden="true" />}
        >
          Card print status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {cardStateChoices.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => update.mutate(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
