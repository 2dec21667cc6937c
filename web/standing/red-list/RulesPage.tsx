import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listRedListRules,
  removeRedListRule,
} from '#contract/standing/red-list-computed.endpoints.ts';
import { ruleText } from '#contract/standing/red-list-computed.ts';
import type { RedListRule } from '#contract/standing/red-list-rule.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './Rules.module.css';
import { openRule } from './RuleForm.tsx';
import { followStandingsMs, rulesKey, scopeText } from './rules.ts';

/** The rules of the computed red list (R-RED-1): the institute's, those of courses and of subjects. */
export function RulesPage() {
  const mayEdit = useCan()('Red List Students', 'edit');
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: rulesKey });
  const rules = useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => request(listRedListRules, { signal }),
    refetchInterval: followStandingsMs,
  });
  const found = rules.data?.results ?? [];
  return (
    <>
      <PageHead title="Rules of the red list">
        <Group gap="xs">
          <BackButton />
          {mayEdit && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => openRule({ done: refresh })}
            >
              Add rule
            </Button>
          )}
        </Group>
      </PageHead>
      <Text c="dimmed" mb="xs">
        The rule of a subject goes before that of its course, and that before the one for every
        subject. Of each, a rule that names a class type goes before the one that names none, for
        students with such classes. Entries follow within seconds, and are cleared once no part of
        the rule has held for three days.
      </Text>
      {rules.isPending && <PleaseWait />}
      {rules.isError && <LoadError error={rules.error} retry={() => void rules.refetch()} />}
      {rules.data && found.length === 0 && (
        <EmptyState title="No rule: no student is listed by rule" />
      )}
      {found.length > 0 && (
        <ul className={classes.rules} aria-label="Rules">
          {found.map((rule) => (
            <RuleItem key={rule.id} rule={rule} mayEdit={mayEdit} refresh={refresh} />
          ))}
        </ul>
      )}
    </>
  );
}

interface RuleItemProps {
  rule: RedListRule;
  mayEdit: boolean;
  refresh: () => void;
}

function RuleItem({ rule, mayEdit, refresh }: RuleItemProps) {
  const scope = scopeText(rule);
  const remove = useMutation({
    mutationFn: () => request(removeRedListRule, { params: { id: rule.id } }),
    onSuccess: () => toast('success', 'Rule removed'),
    onError: (error) => toast('error', error.message),
    onSettled: refresh,
  });
  const ask = () =>
    void confirm({
      title: 'Remove the rule?',
      text: `${scope}: ${ruleText(rule)}. What it lists is cleared after three days.`,
      yes: 'Remove',
      danger: true,
    }).then((yes) => yes && remove.mutate());
  return (
    <li className={`at-card ${classes.rule}`}>
      <div>
        <Text fw={600}>{scope}</Text>
        <Text size="sm">{ruleText(rule)}</Text>
        <Text size="sm" c="dimmed">
          {rule.listed === 1 ? '1 entry' : `${rule.listed} entries`} now
        </Text>
      </div>
      {mayEdit && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-label={`Edit: ${scope}`}
            onClick={() => openRule({ rule, done: refresh })}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove: ${scope}`}
            loading={remove.isPending}
            onClick={ask}
          >
            Remove
          </Button>
        </Group>
      )}
    </li>
  );
}
