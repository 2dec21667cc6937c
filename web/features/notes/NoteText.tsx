import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { messages, timeOfDay } from '../../../contract/messages.ts';
import type { Note } from '../../../contract/note.ts';
import { api } from '../../app/api.ts';
import { useSession, useUser } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toasts.ts';
import { isOwn } from './section.tsx';

interface NoteTextProps {
  note: Note;
  changed: () => void;
}

/** One note; whose it is changes it here, or takes it away. */
export function NoteText({ note, changed }: NoteTextProps) {
  const { config } = useSession();
  const user = useUser();
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (changedText: string) => api.patch(`attendance/attendance-note/${note.id}/`, { note: changedText }),
    onSuccess() {
      toast('success', messages.edited);
      setText(null);
      changed();
    },
    onError: (error) => setProblem(error.message),
  });
  const remove = useMutation({
    mutationFn: () => api.delete(`attendance/attendance-note/${note.id}/`),
    onSuccess() {
      toast('success', messages.itemDeleted);
      changed();
    },
    onError: (error) => toast('error', `${messages.deleteFailed}: ${error.message}`),
  });

  async function askAndRemove() {
    const question = {
      title: messages.confirmDeletion,
      text: `Delete this note? ${messages.cannotBeUndone}`,
      yes: 'Delete',
      no: 'Cancel',
      danger: true,
    };
    if (await confirm(question)) remove.mutate();
  }

  const head = `${note.author}, ${timeOfDay(note.created_at, config.time_zone)}`;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {head}
        </Text>
        {text === null && isOwn(note, user) && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              aria-label={`Edit the note of ${head}`}
              onClick={() => setText(note.note)}
            >
              <IconPencil size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-error)"
              aria-label={`Delete the note of ${head}`}
              loading={remove.isPending}
              onClick={() => void askAndRemove()}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {text === null ? (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.note}</Text>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!text.trim()) return setProblem(messages.required);
            setProblem(null);
            save.mutate(text);
          }}
        >
          <Textarea
            aria-label="Edit note"
            autoFocus
            autosize
            minRows={2}
            maxRows={10}
            maxLength={limits.noteLength}
            value={text}
            error={problem}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button size="compact-sm" variant="default" onClick={() => setText(null)}>
              Cancel
            </Button>
            <Button size="compact-sm" type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </form>
      )}
    </div>
  );
}
