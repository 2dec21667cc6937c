import { useId, useState, type FormEvent } from 'react';
import { uploadFiles } from '#contract/files.endpoints.ts';
import { createMyLeaveRequest } from '#contract/attendance/my-attendance.endpoints.ts';
import { ApiError, request } from '../platform/api.ts';
import { upload } from '../platform/upload.ts';
import { withToken } from './useLoaded.ts';

type Errors = Record<string, string>;

const names = ['leave_from', 'leave_to', 'reason_for_leave', 'supporting_document'] as const;

/** Asks for a leave: dates, reason and a document. */
export function LeaveForm({ today, onSent }: { today: string; onSent: () => void }) {
  const id = useId();
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const file = fields.get('document');
    /** Shows every fault, and moves to the first. */
    const refuse = (faults: Errors) => {
      setErrors(faults);
      const first = names.find((name) => faults[name] !== undefined);
      if (first) form.querySelector<HTMLElement>(`[id="${id}-${first}"]`)?.focus();
    };
    setSent(false);
    const faults = faultsOf(fields);
    if (!(file instanceof File) || Object.keys(faults).length > 0) return refuse(faults);
    setErrors({});
    setBusy(true);
    try {
      const params = { category: 'leave-application' };
      const [supporting_document = ''] = (
        await withToken(() => upload(uploadFiles, { params }, { files: file }, () => {}))
      ).url;
      const body = {
        leave_from: textOf(fields, 'leave_from'),
        leave_to: textOf(fields, 'leave_to'),
        reason_for_leave: textOf(fields, 'reason_for_leave'),
        supporting_document,
      };
      await withToken(() => request(createMyLeaveRequest, { body }));
      form.reset();
      setSent(true);
      onSent();
    } catch (error) {
      refuse(errorsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <details className="card block">
      <summary>Ask for a leave</summary>
      <p className="dim">Every field is required.</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Field name="leave_from" label="First day" errors={errors} id={id}>
          {(props) => <input type="date" defaultValue={today} {...props} />}
        </Field>
        <Field name="leave_to" label="Last day" errors={errors} id={id}>
          {(props) => <input type="date" defaultValue={today} {...props} />}
        </Field>
        <Field name="reason_for_leave" label="Reason" errors={errors} id={id}>
          {(props) => <textarea rows={3} maxLength={2000} {...props} />}
        </Field>
        <Field
          name="supporting_document"
          label="Document (PDF, PNG or JPEG, up to 10 MB)"
          errors={errors}
          id={id}
        >
          {(props) => (
            <input
              type="file"
              accept="application/pdf,image/png,image/jpeg"
              {...props}
              name="document"
            />
          )}
        </Field>
        {errors.detail && (
          <p className="alert" role="alert">
            {errors.detail}
          </p>
        )}
        <button type="submit" className="primary" disabled={busy}>
          {busy ? 'Please Wait' : 'Send'}
        </button>
        {sent && (
          <p className="present" role="status">
            Sent. You find the answer here.
          </p>
        )}
      </form>
    </details>
  );
}

interface FieldProps {
  name: string;
  label: string;
  errors: Errors;
  id: string;
  children: (props: {
    id: string;
    name: string;
    required: true;
    'aria-invalid': boolean;
    'aria-describedby': string;
  }) => React.ReactNode;
}

function Field({ name, label, errors, id, children }: FieldProps) {
  const error = errors[name];
  return (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>
        {label}{' '}
        <span className="absent" aria-hidden="true">
          *
        </span>
      </label>
      {children({
        id: `${id}-${name}`,
        name,
        required: true,
        'aria-invalid': error !== undefined,
        'aria-describedby': `${id}-${name}-error`,
      })}
      <p id={`${id}-${name}-error`} className="absent" role={error ? 'alert' : undefined}>
        {error}
      </p>
    </div>
  );
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** All that is wrong before anything is sent. */
function faultsOf(fields: FormData): Errors {
  const faults: Errors = {};
  for (const name of ['leave_from', 'leave_to', 'reason_for_leave'])
    if (textOf(fields, name).trim() === '') faults[name] = 'is required';
  const to = textOf(fields, 'leave_to');
  if (to !== '' && to < textOf(fields, 'leave_from'))
    faults.leave_to = 'must be after the start date';
  const file = fields.get('document');
  if (!(file instanceof File) || file.size === 0)
    faults.supporting_document = 'Please select a file';
  return faults;
}

/** The server's messages by field; those about the upload belong to the document, others are `detail`. */
function errorsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return { detail: 'This did not work. Try again.' };
  const entries = Object.entries(error.body).flatMap(([field, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const own = field === 'files' ? 'supporting_document' : field;
    const name = names.find((known) => known === own) ?? 'detail';
    return typeof first === 'string' ? [[name, first] as const] : [];
  });
  return entries.length ? Object.fromEntries(entries) : { detail: error.message };
}
