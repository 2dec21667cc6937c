import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Note } from '../../../contract/note.ts';
import { api } from '../../app/api.ts';
import { useMay, useUser } from '../../app/SessionProvider.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { sectionKey } from '../../ui/section.ts';
import { toast } from '../../ui/toasts.ts';
import { NoteText } from './NoteText.tsx';
import { noteSection } from './section.tsx';

interface NotesDialogProps {
  of: { id: number; date: string };
  opened: boolean;
  close: () => void;
}

/** What is remembered about this class on this date, and a new line for it. */
export function NotesDialog({ of, opened, close }: NotesDialogProps) {
  const { teacher_id } = useUser();
  const may = useMay();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const queryKey = sectionKey(noteSection, 'class', of.id, of.date);
  const changed = () => void queries.invalidateQueries({ queryKey: sectionKey(noteSection) });
  const notes = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<List<Note>>('attendance/attendance-note/', { query: { date: of.date, class_schedule: of.id, limit: 100 }, signal }),
    enabled: opened,
  });
  const add = useMutation({
    mutationFn: () => api.post('attendance/attendance-note/create/', { teacher_id, class_schedule_id: of.id, note: text, date: of.date }),
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

  function submit() {
    if (!text.trim()) return setProblem(messages.required);
    setProblem(null);
    add.mutate();
  }

  return (
    <Modal opened={opened} onClose={close} title="Notes">
      <Stack>
        {notes.isError && <LoadError title={messages.noteFetchFailed} error={notes.error} retry={() => void notes.refetch()} />}
        {notes.isPending && <Text c="dimmed">{messages.fetching}</Text>}
        {notes.data?.results.length === 0 && <Text c="dimmed">{messages.noData}</Text>}
        {notes.data?.results.map((note) => (
          <NoteText key={note.id} note={note} changed={changed} />
        ))}
        {may('Notes', 'add') && (
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
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="flex-end" mt="sm">
              <Button type="submit" loading={add.isPending}>
                Add note
              </Button>
            </Group>
          </form>
        )}
      </Stack>
    </Modal>
  );
}
