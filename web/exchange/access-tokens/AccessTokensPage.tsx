import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { AccessToken } from '#contract/exchange/access-token.ts';
import { listAccessTokens, revokeAccessToken } from '#contract/exchange/access-tokens.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { moment } from '#web/ui/format.ts';
import { Paging } from '#web/ui/list/Paging.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { accessTokensKey, scopesText, stateTitles } from './text.ts';
import { openTokenForm } from './token-form.tsx';
import classes from './AccessTokens.module.css';

/** Access tokens of programs (R-TOKEN-1). */
export function AccessTokensPage() {
  const mayEdit = useCan()('Settings', 'edit');
  const [page, setPage] = useState(1);
  const queries = useQueryClient();
  const tokens = useQuery({
    queryKey: [...accessTokensKey, page],
    queryFn: ({ signal }) => request(listAccessTokens, { query: { page }, signal }),
    placeholderData: (before) => before,
  });
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: accessTokensKey }),
    [queries],
  );
  return (
    <>
      <PageHead title="Access tokens">
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => openTokenForm(refresh)}
          >
            New token
          </Button>
        )}
      </PageHead>
      <Text c="dimmed" mb="sm">
        Keys of programs that read or change data by the API. A token may do what you choose for it,
        as long as its user may do the same.
      </Text>
      {tokens.isPending && <PleaseWait />}
      {tokens.isError && <LoadError error={tokens.error} retry={() => void tokens.refetch()} />}
      {tokens.data?.total === 0 && (
        <EmptyState title="No access token yet">
          Make one for each program, so that it can be revoked without the others.
        </EmptyState>
      )}
      {tokens.data && tokens.data.total > 0 && (
        <>
          <TokenTable tokens={tokens.data.results} mayEdit={mayEdit} refresh={refresh} />
          <Paging
            page={page}
            total={tokens.data.total}
            shown={tokens.data.results.length}
            go={setPage}
          />
        </>
      )}
    </>
  );
}

function TokenTable({
  tokens,
  mayEdit,
  refresh,
}: {
  tokens: AccessToken[];
  mayEdit: boolean;
  refresh: () => void;
}) {
  const { time_zone } = useSession().config;
  return (
    <div className="at-scroll">
      <table className="at-table">
        <thead>
          <tr>
            <th>Name</th>
            <th>User</th>
            <th>What it may do</th>
            <th>State</th>
            <th>Ends</th>
            <th>Last used</th>
            <th>
              <span className="at-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id} data-token={token.id}>
              <td>{token.name}</td>
              <td>
                {token.user.name}
                <Text size="xs" c="dimmed">
                  {token.user.email}
                </Text>
              </td>
              <td className={classes.scopes}>{scopesText(token.scopes)}</td>
              <td>
                <span className={token.state === 'active' ? classes.good : classes.dim}>
                  {stateTitles[token.state]}
                </span>
              </td>
              <td>{moment(token.revoked_at ?? token.expires_at, time_zone)}</td>
              <td>
                {token.last_used_at === null ? 'Never' : moment(token.last_used_at, time_zone)}
              </td>
              <td>
                {mayEdit && token.state === 'active' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Revoke ${token.name}`}
                    onClick={() => void revoke(token, refresh)}
                  >
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function revoke({ id, name }: AccessToken, done: () => void): Promise<void> {
  const sure = await confirm({
    title: `Revoke ${name}?`,
    text: 'The program that uses it is refused within ten seconds, for ever.',
    yes: 'Revoke',
    no: 'Cancel',
    danger: true,
  });
  if (!sure) return;
  try {
    await request(revokeAccessToken, { params: { id } });
    toast('success', `${name} revoked`);
  } catch (error) {
    toast('error', asError(error).message);
  }
  done();
}
