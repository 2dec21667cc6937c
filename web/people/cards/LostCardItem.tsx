import { Menu } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Student } from '#contract/student.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { reportLost } from './lost.ts';

/** In the menu of a student's row: the card is lost. */
export function LostCardItem({ student }: { student: Student }) {
  const queries = useQueryClient();
  if (!useCan()('Students', 'edit') || student.rfid_number === null || student.erased) return null;
  return (
    <Menu.Item
      leftSection={<IconCreditCardOff size={16} aria-hidden="true" />}
      onClick={() => void reportLost(student, queries)}
    >
      Card is lost
    </Menu.Item>
  );
}
