import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  List,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { eraseStudent } from '#contract/people/students.endpoints.ts';
import type { EraseResult } from '#contract/people/privacy.ts';
import type { Student } from '#contract/student.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { forgetRecords } from '#web/platform/recent.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { ErasureProposals } from './ErasureProposals.tsx';

/** Asks for the student's ID before the erasure, and lists what has to be reviewed by a person. */
export function EraseDialog({ student, close }: { student: Student; close: () => void }) {
  // The dialog keeps the name while the page behind it is refetched without one.
  const [{ name, id }] = useState({ name: fullName(student), id: student.student_id });
  const queries = useQueryClient();
  const [given, setGiven] = useState('');
  const [redact, setRedact] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const erase = useMutation({
    mutationFn: (student_id: string) =>
      request(eraseStudent, {
        params: { student: student.id },
        body: { student_id, redact_notes: redact },
      }),
    onSuccess: forgetRecords,
    onError(error) {
      const fieldError = error instanceof ApiError ? error.body.student_id : undefined;
      setProblem(Array.isArray(fieldError) ? String(fieldError[0]) : error.message);
      input.current?.focus();
    },
  });

  /** The page is refetched after the dialog was closed: rendering it earlier would close the dialog. */
  function finish() {
    close();
    void queries.invalidateQueries();
  }

  if (erase.data) {
    return (
      <Dialog opened onClose={finish} title={`${name} was erased`} centered>
        <Done result={erase.data} />
        <Group justify="flex-end" mt="md">
          <Button onClick={finish} data-autofocus>
            Done
          </Button>
        </Group>
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={close} title={`Erase ${name}`} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (given.trim() === id) return erase.mutate(given.trim());
          setProblem('is not the ID of this student');
          input.current?.focus();
        }}
      >
        <Stack>
          <Text>
            Name, contact, birthday, photo, card and approved leaves are deleted permanently.
            Enrolments end today.
          </Text>
          <Text>
            Marks stay and count without a name, so that rates and exports of the past do not
            change. This action cannot be undone.
          </Text>
          <TextInput
            ref={input}
            label={`Type the student ID ${id} to continue`}
            withAsterisk
            data-autofocus
            autoComplete="off"
            value={given}
            error={problem}
            onChange={(event) => {
              setGiven(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Checkbox
            label="Remove the student’s names and numbers from notes"
            checked={redact}
            onChange={(event) => setRedact(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red.8" loading={erase.isPending}>
              Erase
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Done({ result }: { result: EraseResult }) {
  const {
    student_id,
    marks_kept,
    leaves_removed,
    files_removed,
    mails_emptied,
    notes_redacted,
    notes_naming,
    proposals,
  } = result;
  return (
    <Stack role="status">
      <List>
        <List.Item>Now called {student_id}, in the archive</List.Item>
        <List.Item>Marks that still count: {marks_kept}</List.Item>
        <List.Item>Approved leaves deleted: {leaves_removed}</List.Item>
        <List.Item>Files deleted: {files_removed}</List.Item>
        {mails_emptied > 0 && (
          <List.Item>Exports by mail whose files were deleted: {mails_emptied}</List.Item>
        )}
        {notes_redacted > 0 && (
          <List.Item>Notes from which the student’s name was removed: {notes_redacted}</List.Item>
        )}
      </List>
      {notes_naming.length > 0 && (
        <Alert color="orange" variant="outline" title="Notes to read">
          <Text size="sm">
            These name the student, or somebody of the same name: read them and change what should
            not stay.
          </Text>
          <List size="sm" mt="xs">
            {notes_naming.map((note) => (
              <List.Item key={note.id}>
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link {...props} to="/notes/add" search={{ edit: String(note.id) }} />
                  )}
                >
                  Note of {longDate(note.date)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {proposals > 0 && <ErasureProposals student={student_id} />}
      <Text size="sm" c="dimmed">
        Earlier backups still hold the data until they are deleted; restoring one erases the student
        again.
      </Text>
    </Stack>
  );
}
