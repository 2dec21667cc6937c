import { Button, Group, Text, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useState } from 'react';
import { scheduleExport, scheduleExportRule } from '../../../contract/export.ts';
import { messages } from '../../../contract/messages.ts';
import { api } from '../../app/api.ts';
import { useSession, useUser } from '../../app/SessionProvider.tsx';
import { BackButton } from '../../ui/BackButton.tsx';
import { DateField, PickerField, TextField } from '../../ui/form/fields.tsx';
import { FormContext, type Values } from '../../ui/form/form-context.ts';
import formClasses from '../../ui/form/Form.module.css';
import { useSending } from '../../ui/form/useSending.ts';
import { toast } from '../../ui/toasts.ts';
import { StudentsField } from '../enrolment/StudentsField.tsx';
import { subjectPicker } from '../subjects/section.ts';

/** `schedule-export`: attendance between two dates, of some students or all, by mail (spec §7). */
export function ScheduleExportPage() {
  const { today } = useSession().config;
  const { email } = useUser();
  const [busy, setBusy] = useState(false);
  const form = useForm<Values>({
    initialValues: { email, from_date: dayjs(today).subtract(1, 'month').format('YYYY-MM-DD'), to_date: today, student_id: [], subject: null },
    validate: (values) => ({ ...scheduleExportRule(values), ...schemaResolver(scheduleExport, { sync: true })(values) }),
  });
  const { element, context, submit, refused } = useSending(form);

  async function send(values: Values) {
    setBusy(true);
    try {
      await api.post('attendance/attendance-export/export_attendance/', values);
      toast('success', messages.scheduleExported);
    } catch (error) {
      refused(error, messages.scheduleExportFailed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormContext value={context}>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          Schedule export
        </Title>
        <Group gap="xs">
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/jobs" />}>
            Exports by mail
          </Button>
          <BackButton />
        </Group>
      </Group>
      <form ref={element} noValidate className={`at-card ${formClasses.form}`} onSubmit={submit((values) => void send(values))}>
        <Text className={formClasses.wide} c="dimmed">
          An Excel workbook with a row for every student of every roll that was taken. Without students and subject it has all of them.
        </Text>
        <TextField name="email" label="E-mail" type="email" />
        <DateField name="from_date" label="From" />
        <DateField name="to_date" label="To" />
        <PickerField name="subject" label="Subject" source={subjectPicker} optional />
        <StudentsField field="student_id" optional />
        <Group justify="flex-end" className={formClasses.buttons}>
          <Button variant="default" onClick={() => form.reset()}>
            Reset
          </Button>
          <Button type="submit" loading={busy}>
            Export
          </Button>
        </Group>
      </form>
    </FormContext>
  );
}
