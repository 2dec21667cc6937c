import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { messages, timeOfDay } from '../../../contract/messages.ts';
import type { Note } from '../../../contract/note.ts';
import { api } from '../../app/api.ts';
import { useMay, useSession, useUser } from '../../app/SessionProvider.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { toast } from '../../ui/toasts.ts';
import type { ClassOnDate } from './roll.ts';

interface NotesDialogProps {
  of: ClassOnDate;
  opened: boolean;
  close: () => void;
}

/** What is remembered about this class on this date, and a new line for it. */
export function NotesDialog({ of, opened, close }: NotesDialogProps) {
  const { teacher_id } = useUser();
  const { config } = useSession();
  const may = useMay();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const queryKey = ['notes', of.id, of.date];
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
      void queries.invalidateQueries({ queryKey });
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
          <div key={note.id}>
            <Text size="sm" c="dimmed">
              {note.author}, {timeOfDay(note.created_at, config.time_zone)}
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{note.note}</Text>
          </div>
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
