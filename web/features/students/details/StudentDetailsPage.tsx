import { Anchor, Button, Group, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMay } from '../../../app/SessionProvider.tsx';
import { BackButton } from '../../../ui/BackButton.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { fullName, longDate } from '../../../ui/names.ts';
import { PleaseWait } from '../../../ui/PleaseWait.tsx';
import { PrivacyMenu } from '../../privacy/PrivacyMenu.tsx';
import { AttendanceBySubject } from './AttendanceBySubject.tsx';
import classes from './Details.module.css';
import { Enrolments } from './Enrolments.tsx';
import { History } from './History.tsx';
import { Panel } from './Panel.tsx';
import { detailsOf } from './query.ts';
import { StudentHeader } from './StudentHeader.tsx';

/** Everything about one student (spec §2, design §6). */
export function StudentDetailsPage() {
  const { id = '' }: { id?: string } = useSearch({ strict: false });
  const may = useMay();
  const details = useQuery(detailsOf(id));
  if (details.isPending) return <PleaseWait />;
  if (details.isError) return <LoadError error={details.error} retry={() => void details.refetch()} />;
  const { student, enrolments, attendance, leaves, notes, history } = details.data;
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {fullName(student)}
        </Title>
        <Group gap="xs">
          <BackButton />
          <PrivacyMenu student={student} />
          {may('Students', 'edit') && !student.erased && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to="/students/add" search={{ edit: String(student.id) }} />}
            >
              Edit
            </Button>
          )}
        </Group>
      </Group>
      <div className={classes.page}>
        <StudentHeader student={student} />
        <Panel title="Attendance" empty={attendance.length === 0}>
          <AttendanceBySubject attendance={attendance} />
        </Panel>
        <Panel title="Enrolments" empty={enrolments.length === 0}>
          <Enrolments student={student} enrolments={enrolments} />
        </Panel>
        {leaves && (
          <Panel title="Approved leaves" empty={leaves.length === 0}>
            <ul className={classes.rows}>
              {leaves.map((leave) => (
                <li key={leave.id}>
                  <div>
                    <strong>
                      {longDate(leave.leave_from)} – {longDate(leave.leave_to)}
                    </strong>
                    <span>{leave.reason_for_leave}</span>
                  </div>
                  {leave.supporting_document && (
                    <Anchor href={leave.supporting_document} target="_blank" rel="noreferrer" size="sm">
                      Document of {longDate(leave.leave_from)}
                    </Anchor>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {notes && (
          <Panel title="Notes" empty={notes.length === 0}>
            <ul className={classes.rows}>
              {notes.map((note) => (
                <li key={note.id}>
                  <div>
                    <strong>
                      {longDate(note.date)}, {note.subject.subject_code}, {note.author}
                    </strong>
                    <span>{note.note}</span>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {history && (
          <Panel title="History of marks" empty={history.length === 0}>
            <History changes={history} />
          </Panel>
        )}
      </div>
    </>
  );
}
