import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getNextStudentId } from '#contract/people/students.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { studentResource } from './resource.tsx';

/** The student ID; a new student's field proposes the next free ID when focused. */
export function StudentIdField() {
  const { form, editing } = useFormState();
  const [focused, setFocused] = useState(false);
  const next = useQuery({
    queryKey: resourceKey(studentResource, 'next-id'),
    queryFn: ({ signal }) => request(getNextStudentId, { signal }),
    // Not needed to open the form.
    enabled: !editing && focused,
  });
  const proposed = next.data?.student_id;
  const field = useRef<HTMLDivElement>(null);
  function take(id: string) {
    form.setFieldValue('student_id', id);
    // The button is removed: the focus returns to the field.
    field.current?.querySelector('input')?.focus();
  }
  return (
    <div ref={field} onFocus={() => setFocused(true)}>
      <TextField name="student_id" label="Student ID" />
      {!editing && proposed && form.values.student_id === '' && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => take(proposed)}>
          Use the next one: {proposed}
        </Button>
      )}
    </div>
  );
}
