import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { noteEndpoints } from '#contract/attendance/notes.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages, timeOfDay } from '#contract/texts.ts';
import type { Note } from '#contract/attendance/note.ts';
import { request } from '#web/platform/api.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { fullName } from '#contract/person-name.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { toast } from '#web/ui/toasts.ts';
import { isOwn } from './resource.tsx';

interface NoteTextProps {
  note: Note;
  changed: () => void;
}

/** A note; its author edits or deletes it here. */
export function NoteText({ note, changed }: NoteTextProps) {
  const { config } = useSession();
  const user = useUser();
  const [isEdited, setEdited] = useState(false);
  const remove = useMutation({
    mutationFn: () => request(noteEndpoints.remove, { params: { id: note.id } }),
    onSuccess() {
      toast('success', messages.itemDeleted);
      changed();
    },
    onError: (error) => toast('error', `${messages.deleteFailed}: ${error.message}`),
  });

  async function confirmAndRemove() {
    const question = {
      title: messages.confirmDeletion,
      text: `Delete this note? ${messages.cannotBeUndone}`,
      yes: 'Delete',
      no: 'Cancel',
      danger: true,
    };
    if (await confirm(question)) remove.mutate();
  }

  const about = note.student ? ` on ${fullName(note.student)}` : '';
  const head = `${note.author}${about}, ${timeOfDay(note.created_at, config.time_zone)}`;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {head} {note.student?.in_red_list && <RedListTag />}
        </Text>
        {!isEdited && isOwn(note, user) && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              aria-label={`Edit the note of ${head}`}
              onClick={() => setEdited(true)}
            >
              <IconPencil size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-error)"
              aria-label={`Delete the note of ${head}`}
              loading={remove.isPending}
              onClick={() => void confirmAndRemove()}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {!isEdited ? (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.note}</Text>
      ) : (
        <NoteForm note={note} changed={changed} close={() => setEdited(false)} />
      )}
    </div>
  );
}

interface NoteFormProps extends NoteTextProps {
  close: () => void;
}

/** Changes the text of a note; why it was refused stands below it until the text is changed. */
function NoteForm({ note, changed, close }: NoteFormProps) {
  const [text, setText] = useState(note.note);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () =>
      request(noteEndpoints.change, { params: { id: note.id }, body: { note: text } }),
    onSuccess() {
      toast('success', messages.edited);
      close();
      changed();
    },
    onError: (error) => setProblem(error.message),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!text.trim()) return setProblem(messages.required);
        setProblem(null);
        save.mutate();
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
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" disabled={save.isPending} onClick={close}>
          Cancel
        </Button>
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
}
