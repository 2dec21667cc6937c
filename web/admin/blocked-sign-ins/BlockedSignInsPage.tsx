import { Menu, Text } from '@mantine/core';
import { IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  dismissBlockedSignIn,
  releaseBlockedSignIn,
} from '#contract/admin/sign-in-blocks.endpoints.ts';
import type { BlockedSignIn } from '#contract/admin/blocked-sign-in.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { blockedSignInColumns, blockedSignInResource } from './resource.ts';

const nameOf = ({ email, name }: BlockedSignIn) => `${email} (${name})`;
const options = (row: BlockedSignIn) => <RowOptions row={row} />;

/**
 * Accounts that were rejected because their address belongs to another account; an administrator
 * releases or dismisses them.
 */
export function BlockedSignInsPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => blockedSignInColumns(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={blockedSignInResource}
      columns={columns}
      defaultSort="-last_at"
      nameOf={nameOf}
      onlyShown
      rowOptions={options}
    >
      <Text c="dimmed" mb="xs">
        An e-mail address belongs to the account of the sign-in service that used it first. Another
        account with the same address is refused until you release it: make sure that it is the same
        person, for example after their account was created again.
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
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: resourceKey(blockedSignInResource) });
  }
  async function release() {
    const question = {
      title: 'Release this account?',
      text: `${row.name} (${row.subject}) will sign in as ${row.email}, with the role ${row.role}. The current account loses the address.`,
      yes: 'Release',
      no: 'Cancel',
    };
    if (!(await confirm(question))) return;
    await run(
      async () => (await request(releaseBlockedSignIn, { params: { id: row.id } })).message,
    );
  }
  const dismiss = () =>
    run(async () => {
      await request(dismissBlockedSignIn, { params: { id: row.id } });
      return 'Dismissed: the account stays blocked';
    });
  return (
    <>
      <Menu.Item
        leftSection={<IconLockOpen size={16} aria-hidden="true" />}
        onClick={() => void release()}
      >
        Release
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => void dismiss()}
      >
        Dismiss
      </Menu.Item>
    </>
  );
}
