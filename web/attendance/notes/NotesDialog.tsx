import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noteEndpoints } from '#contract/attendance/notes.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { RollRow } from '#contract/marks.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { fullName } from '#contract/person-name.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { NoteText } from './NoteText.tsx';
import { noteResource } from './resource.tsx';

interface NotesDialogProps {
  of: { id: number; date: string };
  /** The student of a new note; by default the class. */
  student?: Pick<RollRow, 'student' | 'first_name' | 'last_name'>;
  opened: boolean;
  close: () => void;
}

/** The notes of a class on a date, and a field for a new one. */
export function NotesDialog({ of, student, opened, close }: NotesDialogProps) {
  const { teacher_id } = useUser();
  const can = useCan();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const queryKey = resourceKey(noteResource, 'class', of.id, of.date);
  const changed = () => void queries.invalidateQueries({ queryKey: resourceKey(noteResource) });
  const notes = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request(noteEndpoints.list, {
        query: { date: of.date, class_schedule: of.id, limit: 100 },
        signal,
      }),
    enabled: opened,
  });
  const add = useMutation({
    mutationFn: () =>
      request(noteEndpoints.create, {
        body: {
          teacher_id,
          class_schedule_id: of.id,
          student_id: student?.student ?? null,
          note: text,
          date: of.date,
        },
      }),
    onSuccess() {
      toast('success', messages.noteAdded);
      setText('');
      changed();
    },
    onError(error) {
      toast('error', messages.noteFailed);
      setProblem(error.message);
    },
  });

  const shown = notes.data?.results.filter(
    (note) => !student || note.student_id === student.student,
  );

  function submit() {
    if (!text.trim()) return setProblem(messages.required);
    setProblem(null);
    add.mutate();
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={student ? `Note on ${fullName(student)}` : 'Notes'}
    >
      <Stack>
        {notes.isError && (
          <LoadError
            title={messages.noteFetchFailed}
            error={notes.error}
            retry={() => void notes.refetch()}
          />
        )}
        {notes.isPending && <Text c="dimmed">{messages.fetching}</Text>}
        {shown?.length === 0 && <Nothing />}
        {shown?.map((note) => (
          <NoteText key={note.id} note={note} changed={changed} />
        ))}
        {can('Notes', 'add') && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <Textarea
              label="Note"
              data-autofocus
              autosize
              minRows={3}
              maxRows={10}
              maxLength={limits.noteLength}
              value={text}
              error={problem}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setProblem(null);
              }}
            />
            <Group justify="flex-end" mt="sm">
              <Button type="submit" loading={add.isPending}>
                Add note
              </Button>
            </Group>
          </form>
        )}
      </Stack>
    </Dialog>
  );
}
