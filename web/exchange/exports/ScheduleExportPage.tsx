import { Button, Group, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useState } from 'react';
import { mailAttendance } from '#contract/exchange/exports.endpoints.ts';
import { scheduleExport, scheduleExportRule } from '#contract/exchange/export.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { PickerField, TextField } from '#web/ui/form/fields.tsx';
import { FormContext, type Values } from '#web/ui/form/form-context.ts';
import formClasses from '#web/ui/form/Form.module.css';
import { useFormSubmit } from '#web/ui/form/useFormSubmit.ts';
import { toast } from '#web/ui/toasts.ts';
import { StudentsField } from '#web/enrolment/public/StudentsField.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { PageHead } from '#web/ui/PageHead.tsx';

/** `schedule-export`: attendance between two dates, of some or all students, by mail (R-EXPORT-2). */
export function ScheduleExportPage() {
  const { today } = useSession().config;
  const { email } = useUser();
  const [busy, setBusy] = useState(false);
  const form = useForm<Values>({
    initialValues: {
      email,
      from_date: dayjs(today).subtract(1, 'month').format('YYYY-MM-DD'),
      to_date: today,
      student_id: [],
      subject: null,
    },
    validate: (values) => ({
      ...scheduleExportRule(values),
      ...schemaResolver(scheduleExport, { sync: true })(values),
    }),
  });
  const { element, context, submit, showServerErrors } = useFormSubmit(form);

  async function send(values: Values) {
    setBusy(true);
    try {
      await request(mailAttendance, { body: scheduleExport.parse(values) });
      toast('success', messages.scheduleExported);
    } catch (error) {
      showServerErrors(error, messages.scheduleExportFailed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormContext value={context}>
      <PageHead title="Schedule export">
        <Group gap="xs">
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/jobs" />}>
            Exports by mail
          </Button>
          <BackButton />
        </Group>
      </PageHead>
      <form
        ref={element}
        noValidate
        className={`at-card ${formClasses.form}`}
        onSubmit={submit((values) => void send(values))}
      >
        <Text className={formClasses.wide} c="dimmed">
          An Excel workbook with a row for every student of every roll that was taken. Without
          students and subject it has all of them.
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
