import { useEffect, useRef } from 'react';
import { useSession } from '../../app/SessionProvider.tsx';
import { useFormState } from '../../ui/form/form-context.ts';
import { TextField } from '../../ui/form/fields.tsx';

/** The student's e-mail: their id at the institute's mail domain, until somebody types another (spec §3). */
export function MailField() {
  const { mail_domain } = useSession().config;
  const { form, editing } = useFormState();
  const { student_id: id, student_mail: mail } = form.values as { student_id: string; student_mail: string };
  const usual = id.trim() && mail_domain ? `${id.trim().toLowerCase()}@${mail_domain}` : '';
  const before = useRef(usual);
  const { setFieldValue } = form;
  useEffect(() => {
    const untouched = (mail ?? '') === before.current;
    if (!editing && mail_domain && untouched && before.current !== usual) setFieldValue('student_mail', usual);
    before.current = usual;
  }, [usual, mail, mail_domain, editing, setFieldValue]);
  return <TextField name="student_mail" label="E-mail" type="email" optional />;
}
