import { useEffect, useRef } from 'react';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';
import { TextField } from '#web/ui/form/fields.tsx';

/** The student's e-mail: the ID at the institute's mail domain, unless changed (R-STUDENT-3). */
export function MailField() {
  const { mail_domain } = useSession().config;
  const { form, editing } = useFormState();
  const { student_id: id, student_mail: mail } = form.values as {
    student_id: string;
    student_mail: string;
  };
  const suggested = id.trim() && mail_domain ? `${id.trim().toLowerCase()}@${mail_domain}` : '';
  const before = useRef(suggested);
  const { setFieldValue } = form;
  useEffect(() => {
    const untouched = (mail ?? '') === before.current;
    if (!editing && mail_domain && untouched && before.current !== suggested)
      setFieldValue('student_mail', suggested);
    before.current = suggested;
  }, [suggested, mail, mail_domain, editing, setFieldValue]);
  return <TextField name="student_mail" label="E-mail" type="email" optional />;
}
