import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { removeGuardian } from '#contract/people/guardians.endpoints.ts';
import type { Guardian } from '#contract/people/guardian.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { moment } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { MessageStop } from '#web/messages/public/MessageStop.ts';
import { openGuardian } from './GuardianForm.tsx';
import classes from './Guardians.module.css';
import { guardiansQuery } from '#web/school/guardians.ts';

/** The guardians of a student, for who edits students (R-GUARD-1). */
export function Guardians({ student }: { student: number }) {
  const found = useQuery(guardiansQuery(student));
  const queries = useQueryClient();
  if (found.isPending) return <Text c="dimmed">Loading…</Text>;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { results, needs_consent } = found.data;
  const edit = (guardian: Guardian | null) =>
    openGuardian({
      student,
      guardian,
      needsConsent: needs_consent,
      done: () => void queries.invalidateQueries({ queryKey: guardiansQuery(student).queryKey }),
    });
  return (
    <>
      {results.length === 0 && <Nothing />}
      {results.length > 0 && (
        <ul className={classes.list} aria-label="Guardians">
          {results.map((guardian) => (
            <GuardianItem
              key={guardian.id}
              guardian={guardian}
              student={student}
              needsConsent={needs_consent}
              edit={() => edit(guardian)}
            />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => edit(null)}
      >
        Add guardian
      </Button>
    </>
  );
}

interface ItemProps {
  guardian: Guardian;
  student: number;
  needsConsent: boolean;
  edit: () => void;
}

/** Why a guardian gets no messages. */
const whyNot = ({ gets_messages, stopped }: Guardian): string =>
  stopped ? 'Stopped' : gets_messages ? 'Needs consent' : 'No messages';

function GuardianItem({ guardian, student, needsConsent, edit }: ItemProps) {
  const { time_zone } = useSession().config;
  const queries = useQueryClient();
  const { id, name, relation, email, phone, gets_messages, consent, stopped } = guardian;
  const isNotified = gets_messages && !stopped && (consent !== null || !needsConsent);
  async function remove() {
    const yes = await confirm({
      title: `Delete ${name}?`,
      text: 'The guardian and the address are deleted for good.',
      yes: 'Delete',
      danger: true,
    });
    if (!yes) return;
    try {
      await request(removeGuardian, { params: { id } });
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: guardiansQuery(student).queryKey });
  }
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {relation && <span>, {relation}</span>}{' '}
        <span className={classes.tag} data-on={isNotified || undefined}>
          {isNotified ? 'Gets messages' : whyNot(guardian)}
        </span>
        <small>
          {[
            email,
            phone,
            consent && `consent recorded ${moment(consent.at, time_zone)} by ${consent.by}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
        {stopped && <MessageStop student={student} guardian={id} name={name} stopped={stopped} />}
      </div>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Edit ${name}`}
          onClick={edit}
          px={6}
        >
          <IconPencil size={16} aria-hidden="true" />
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Delete ${name}`}
          onClick={() => void remove()}
          px={6}
        >
          <IconTrash size={16} aria-hidden="true" />
        </Button>
      </Group>
    </li>
  );
}
