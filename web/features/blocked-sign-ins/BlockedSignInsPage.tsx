import { Menu, Text } from '@mantine/core';
import { IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BlockedSignIn } from '../../../contract/blocked-sign-in.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { sectionKey } from '../../ui/section.ts';
import { toast } from '../../ui/toasts.ts';
import { blockedSignInColumns, blockedSignInResource } from './resource.ts';

const nameOf = ({ email, name }: BlockedSignIn) => `${email} (${name})`;
const options = (row: BlockedSignIn) => <RowOptions row={row} />;

/** Accounts that were refused because their address belongs to another; an administrator releases or dismisses them. */
export function BlockedSignInsPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => blockedSignInColumns(time_zone), [time_zone]);
  return (
    <ResourceList section={blockedSignInResource} columns={columns} usualOrder="-last_at" nameOf={nameOf} onlyShown rowOptions={options}>
      <Text c="dimmed" mb="xs">
        An e-mail address belongs to the account of the sign-in service that used it first. Another account with the same address is refused until you
        release it: make sure that it is the same person, for example after their account was created again.
      </Text>
    </ResourceList>
  );
}

function RowOptions({ row }: { row: BlockedSignIn }) {
  const queries = useQueryClient();
  async function run(action: () => Promise<string>) {
    try {
      toast('success', await action(), 'shell');
    } catch (error) {
      toast('error', (error as Error).message);
    }
    await queries.invalidateQueries({ queryKey: sectionKey(blockedSignInResource) });
  }
  async function release() {
    const question = {
      title: 'Release this account?',
      text: `${row.name} (${row.subject}) will sign in as ${row.email}, with the role ${row.role}. The current account loses the address.`,
      yes: 'Release',
      no: 'Cancel',
    };
    if (!(await confirm(question))) return;
    await run(async () => (await api.post<{ message: string }>(`attendance/sign-in-blocks/${row.id}/release/`, {})).message);
  }
  const dismiss = () =>
    run(async () => {
      await api.delete(`attendance/sign-in-blocks/${row.id}/`);
      return 'Dismissed: the account stays blocked';
    });
  return (
    <>
      <Menu.Item leftSection={<IconLockOpen size={16} aria-hidden="true" />} onClick={() => void release()}>
        Release
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => void dismiss()}>
        Dismiss
      </Menu.Item>
    </>
  );
}
