import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fillTemplate, parseTemplate } from '#contract/messages/template-text.ts';
import {
  exampleValues,
  templateKind,
  type TemplateKind,
} from '#contract/messages/template-kinds.ts';
import type { TemplateText } from '#contract/messages/template-check.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { LetterPaper } from '../letters/LetterPaper.tsx';
import { studentPicker } from '#web/school/students.tsx';
import { valuesQuery } from './queries.ts';
import classes from './Templates.module.css';

interface TemplatePreviewProps {
  kind: TemplateKind;
  text: TemplateText;
}

/** The text as it is typed, with examples or with a student's data. */
export function TemplatePreview({ kind, text }: TemplatePreviewProps) {
  const { config } = useSession();
  const mayChoose = useCan()('Students', 'read');
  const [student, setStudent] = useState<number | null>(null);
  const own = useQuery({ ...valuesQuery(kind, student ?? 0), enabled: student !== null });
  const names = Object.keys(templateKind(kind).fields);
  const examples = { ...exampleValues(kind), institute: config.title };
  const values = (student !== null && own.data?.values) || examples;
  const fill = (part: string) => fillTemplate(parseTemplate(part, names).parts, values);
  return (
    <div className={classes.preview}>
      {mayChoose && (
        <Picker
          label="Preview with a student"
          source={studentPicker}
          value={student}
          onChange={setStudent}
        />
      )}
      <Text size="sm" c="dimmed" role="status">
        {student === null
          ? 'Preview with examples'
          : own.isPending
            ? 'Reading the student…'
            : own.data?.values
              ? 'Preview with the data of this student'
              : own.data
                ? missing[kind]
                : ''}
      </Text>
      {own.isError && student !== null && (
        <LoadError error={own.error} retry={() => void own.refetch()} />
      )}
      <LetterPaper label="Preview" title={fill(text.title)} body={fill(text.body)} />
    </div>
  );
}

const missing: Record<TemplateKind, string> = {
  alert_message: 'This student is not on the red list by rule: preview with examples',
  certificate: 'No class of this student counts in the semester: preview with examples',
  intention_letter: 'No class of this student counts yet: preview with examples',
  absence_message: 'This student has no absence without an excuse: preview with examples',
  correction_message: 'This student has no absence without an excuse: preview with examples',
  warning_letter: 'This student is not on the red list: preview with examples',
};
