import { Checkbox, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cohortEndpoints } from '#contract/enrolment/cohorts.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import formClasses from '#web/ui/form/Form.module.css';
import { LoadError } from '#web/ui/LoadError.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { classTitle, cohortResource } from '#web/school/cohorts.tsx';

/** The cohort's schedules as checkboxes, all checked by default. */
export function SchedulesChoice() {
  const { form } = useFormState();
  const cohort = form.values.cohort as number | null;
  const { value, error } = useFieldProps('schedules');
  const found = useQuery({
    queryKey: resourceKey(cohortResource, 'one', String(cohort)),
    queryFn:
      cohort === null
        ? skipToken
        : ({ signal }) => request(cohortEndpoints.get, { params: { id: cohort }, signal }),
    staleTime: Infinity,
  });
  const all = found.data?.schedules;
  const { setFieldValue } = form;
  const offered = useRef<typeof all>(undefined);
  useEffect(() => {
    // Once per cohort: later choices remain.
    if (offered.current === all) return;
    offered.current = all;
    setFieldValue('schedules', all?.map(({ id }) => id) ?? null);
  }, [all, setFieldValue]);

  if (cohort === null) return null;
  if (found.isError)
    return (
      <LoadError
        title={messages.cohortFailed}
        error={found.error}
        retry={() => void found.refetch()}
      />
    );
  return (
    <Checkbox.Group
      className={formClasses.wide}
      label="Choose schedules"
      withAsterisk
      error={error}
      value={((value ?? []) as number[]).map(String)}
      onChange={(next) => setFieldValue('schedules', next.map(Number))}
    >
      <Stack gap={10} mt={6}>
        {all?.map((it) => (
          <Checkbox key={it.id} size="sm" value={String(it.id)} label={classTitle(it)} />
        ))}
        {!all && <Text c="dimmed">{messages.fetching}</Text>}
      </Stack>
    </Checkbox.Group>
  );
}
