import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Cohort } from '../../../contract/cohort.ts';
import { messages } from '../../../contract/messages.ts';
import { api } from '../../app/api.ts';
import { useFieldProps, useFormState } from '../../ui/form/form-context.ts';
import formClasses from '../../ui/form/Form.module.css';
import { LoadError } from '../../ui/LoadError.tsx';
import { sectionKey } from '../../ui/section.ts';
import { classTitle, cohortSection } from '../cohorts/section.tsx';

/** The cohort's schedules to choose from; all of them are chosen to begin with. */
export function SchedulesChoice() {
  const { form } = useFormState();
  const cohort = form.values.cohort as number | null;
  const { value, error } = useFieldProps('schedules');
  const found = useQuery({
    queryKey: sectionKey(cohortSection, 'one', String(cohort)),
    queryFn: ({ signal }) => api.get<Cohort>(`attendance/cohort/${cohort}/`, { signal }),
    enabled: cohort !== null,
    staleTime: Infinity,
  });
  const all = found.data?.schedules;
  const { setFieldValue } = form;
  const offered = useRef<typeof all>(undefined);
  useEffect(() => {
    // Once for each cohort: what was chosen since then stays.
    if (offered.current === all) return;
    offered.current = all;
    setFieldValue('schedules', all?.map(({ id }) => id) ?? null);
  }, [all, setFieldValue]);

  if (cohort === null) return null;
  if (found.isError) return <LoadError title={messages.cohortFailed} error={found.error} retry={() => void found.refetch()} />;
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
