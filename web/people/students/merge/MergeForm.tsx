import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mergeStudents } from '#contract/people/merge.endpoints.ts';
import type { MergePreview } from '#contract/people/merge.ts';
import { factsOf } from '#contract/student-fields.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { ApiError, request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { serverErrorMessages } from '#web/ui/form/server-errors.ts';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { bodyOf, movedText, proposed } from './decisions.ts';
import { ChooseRows, FieldValue, MarkText, type ChoiceRow } from './ChooseRows.tsx';
import classes from './Merge.module.css';
import { Others } from './Others.tsx';
import { shortDay } from '#web/ui/format.ts';

const messageOf = (error: Error): string =>
  error instanceof ApiError && error.status === 400 && !('detail' in error.body)
    ? serverErrorMessages(error.body, false).join(' ')
    : error.message;

/** What moves, and the choices; merges after a confirmation. */
export function MergeForm({ preview, again }: { preview: MergePreview; again: () => void }) {
  const { keep, remove } = preview;
  const [decided, setDecided] = useState(() => proposed(preview));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const merge = useMutation({
    mutationFn: () => request(mergeStudents, { body: bodyOf(preview, decided) }),
    onSuccess: async () => {
      toast('success', `${remove.student_id} was merged into ${keep.student_id}`);
      // Lists, rolls and checks show it elsewhere.
      void queries.invalidateQueries();
      await navigate({ to: '/students/student-details', search: { id: String(keep.id) } });
    },
  });
  const ask = async () => {
    const yes = await confirm({
      title: `Merge ${remove.student_id} into ${keep.student_id}?`,
      text: [
        `${movedText(preview.moved)} come to ${fullName(keep)} (${keep.student_id}).`,
        `${remove.student_id} is archived. This cannot be undone.`,
      ].join(' '),
      yes: 'Merge',
      no: 'Cancel',
      danger: true,
    });
    if (yes) merge.mutate();
  };
  const fields: ChoiceRow[] = preview.fields.map((it) => ({
    key: it.name,
    title: factsOf(it.name).label,
    keep: <FieldValue name={it.name} value={it.keep} student={keep} />,
    remove: <FieldValue name={it.name} value={it.remove} student={remove} />,
    value: decided.fields[it.name] ?? 'keep',
    onChange: (side) =>
      setDecided((all) => ({ ...all, fields: { ...all.fields, [it.name]: side } })),
  }));
  const marks: ChoiceRow[] = preview.marks.map((it, at) => ({
    key: `${it.class_schedule} ${it.date}`,
    title: `${it.subject_code}, ${shortDay(it.date)}`,
    keep: <MarkText mark={it.keep} />,
    remove: <MarkText mark={it.remove} />,
    value: decided.marks[at] ?? 'keep',
    onChange: (side) => setDecided((all) => ({ ...all, marks: all.marks.with(at, side) })),
  }));
  const isOvertaken = merge.error instanceof ApiError && merge.error.status === 409;
  return (
    <div className={classes.page}>
      <section className={`at-card ${classes.part}`} aria-label="What moves">
        <Text>
          <b>{movedText(preview.moved)}</b> of <PersonName of={remove} /> ({remove.student_id}) come
          to <PersonName of={keep} /> ({keep.student_id}), who keeps the student ID.{' '}
          {remove.student_id} is archived, and names where its rows are.
        </Text>
      </section>
      <ChooseRows
        title="Fields that differ"
        empty="All fields agree."
        labels={[keep.student_id, remove.student_id]}
        rows={fields}
      />
      <Text size="sm" c="dimmed">
        A value that is not chosen stays with {remove.student_id}.
      </Text>
      <ChooseRows
        title="Marks that differ"
        empty="No class and date where both have different marks."
        labels={[keep.student_id, remove.student_id]}
        rows={marks}
      />
      <Others preview={preview} decided={decided} onChange={setDecided} />
      {merge.isError && (
        <Alert color="red" variant="outline" role="alert" title="Nothing was merged">
          <Group justify="space-between">
            <Text size="sm">{messageOf(merge.error)}</Text>
            {isOvertaken && (
              <Button size="xs" variant="default" onClick={again}>
                Show the preview again
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <section className={`at-card ${classes.part}`} aria-labelledby="merge-end">
        <Title order={2} size="h4" id="merge-end">
          Merge
        </Title>
        <Group justify="space-between">
          <Text size="sm">This cannot be undone.</Text>
          <Button color="red.8" loading={merge.isPending} onClick={() => void ask()}>
            Merge {remove.student_id} into {keep.student_id}
          </Button>
        </Group>
      </section>
    </div>
  );
}
