import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { isDate } from '#contract/dates.ts';
import { previewReassignment, reassignClasses } from '#contract/timetable/meetings.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { ReassignedKind } from '#contract/timetable/reassignment.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { FormContext, type Values } from '#web/ui/form/form-context.ts';
import { CheckboxField, PickerField } from '#web/ui/form/fields.tsx';
import { PickerList } from '#web/ui/PickerList.tsx';
import { useFormSubmit } from '#web/ui/form/useFormSubmit.ts';
import { classroomPicker, roomsThenPicker } from '#web/school/classrooms.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './Meetings.module.css';
import { ReassignPreview } from './ReassignPreview.tsx';
import { UndoBand } from './UndoBand.tsx';
import { useMeetingChange } from './useMeetingChange.ts';

const place = { page: 'reassign' } as const;
const kinds = {
  teacher: {
    title: 'Classes to another teacher',
    source: teacherPicker,
    what: 'Teacher',
    movesUp: 'No one new: the next teacher of each class moves up',
  },
  classroom: {
    title: 'Classes to another room',
    source: classroomPicker,
    what: 'Classroom',
    movesUp: 'No other room: the next room of each class moves up',
  },
};

/** Assigns all classes of a teacher or a room to another from a date on. */
export function ReassignPage() {
  const search = useSearch({ from: '/timetable/reassign' });
  const { today } = useSession().config;
  const kind: ReassignedKind = search.classroom === undefined ? 'teacher' : 'classroom';
  const { title, source, what } = kinds[kind];
  const form = useForm<Values>({
    initialValues: {
      from: Number(search[kind]) || null,
      to: Number(search.to) || null,
      moves_up: false,
      more_rooms: search.more?.split(',').map(Number).filter(Boolean) ?? [],
      effective_from: dayIn(search.from) ?? tomorrow(today),
      effective_to: dayIn(search.until) ?? null,
    },
    validate: (values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(
            ([name, value]) =>
              name !== 'effective_to' &&
              !(name === 'to' && values.moves_up) &&
              (value === null || value === ''),
          )
          .map(([name]) => [name, messages.required]),
      ),
  });
  const { element, context, submit } = useFormSubmit(form);
  const change = useMeetingChange(place);
  const { from, effective_from, moves_up, more_rooms } = form.values;
  const to = moves_up ? null : form.values.to;
  const effective_to = form.values.effective_to || null;
  const more = Array.isArray(more_rooms) && !moves_up && kind === 'classroom' ? more_rooms : [];
  const body = {
    kind,
    from,
    to,
    effective_from,
    effective_to,
    ...(more.length > 0 && { more_rooms: more }),
  };
  const isWhole =
    typeof from === 'number' &&
    (moves_up === true || typeof to === 'number') &&
    from !== to &&
    isDay(effective_from) &&
    (effective_to === null || isDay(effective_to));
  const others = useMemo(
    () =>
      kind === 'classroom' && typeof from === 'number' && isDay(effective_from)
        ? roomsThenPicker({
            of_classroom: from,
            effective_from: String(effective_from),
            ...(effective_to && isDay(effective_to) && { effective_to: String(effective_to) }),
          })
        : source,
    [kind, source, from, effective_from, effective_to],
  );
  const preview = useQuery({
    queryKey: ['reassignment', body],
    queryFn: ({ signal }) => request(previewReassignment, { body, signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const shown = isWhole ? preview.data : undefined;
  const save = () =>
    change.mutate({
      // The preview has listed the clashes.
      send: (confirmed) =>
        request(reassignClasses, {
          body: { ...body, ...(shown?.clashes.length ? { confirm: true } : confirmed) },
        }),
      done: 'Classes changed',
    });

  return (
    <FormContext value={context}>
      <PageHead title={title}>
        <BackButton />
      </PageHead>
      <UndoBand place={place} />
      <form
        ref={element}
        noValidate
        className={`at-card ${classes.reassign}`}
        onSubmit={submit(save)}
      >
        <PickerField name="from" label={what} source={source} />
        {!moves_up && <PickerField name="to" label={`New ${what.toLowerCase()}`} source={others} />}
        <CheckboxField name="moves_up" label={kinds[kind].movesUp} />
        {more.length > 0 && (
          <PickerList
            label="Further rooms"
            source={classroomPicker}
            failure={messages.optionsFailed}
            values={more}
            onChange={(ids) => form.setFieldValue('more_rooms', ids)}
          />
        )}
        <DateField name="effective_from" label="From when" />
        <DateField
          name="effective_to"
          label="Until"
          optional
          description="The last day; empty: for good"
        />
        {isWhole && preview.isError && (
          <Text c="var(--mantine-color-error)" role="alert">
            {preview.error.message}
          </Text>
        )}
        {!isWhole && (
          <Text size="sm" c="dimmed">
            {typeof from === 'number' ? `Choose the new ${what.toLowerCase()}. ` : ''}
            The classes, the number of their students and all clashes are listed here before
            anything changes.
          </Text>
        )}
        {shown && <ReassignPreview of={shown} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={change.isPending || (isWhole && preview.isPlaceholderData)}
            disabled={shown?.classes.length === 0}
          >
            {shown?.clashes.length ? 'Change although they are taken' : 'Change all classes'}
          </Button>
        </Group>
      </form>
    </FormContext>
  );
}

const tomorrow = (today: string): string => dayjs(today).add(1, 'day').format('YYYY-MM-DD');

/** A date of the address, such as the first day of a closed room. */
const dayIn = (text: string | undefined): string | undefined =>
  text && isDate(text) ? text : undefined;

const isDay = (value: unknown): boolean => typeof value === 'string' && isDate(value);
