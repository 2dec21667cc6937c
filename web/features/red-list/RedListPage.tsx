import { Button, Menu } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RedListEntry } from '#contract/red-list.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#web/ui/labels.ts';
import { useBegin } from '../follow-ups/useBegin.ts';
import { redListColumns, redListFilters, redListResource } from './resource.ts';

const nameOf = ({ student, subject }: RedListEntry) =>
  `${fullName(student)} in ${subject.subject_code}`;

export function RedListPage() {
  const mayEdit = useCan()('Red List Students', 'edit');
  const begin = useBegin();
  const navigate = useNavigate();
  const options = ({ student, subject }: RedListEntry, archived: boolean) =>
    !archived && (
      <Menu.Item
        leftSection={<IconUserCheck size={16} aria-hidden="true" />}
        onClick={() =>
          begin(
            { student: { id: student.id, name: fullName(student) }, subject },
            ({ id }) => void navigate({ to: '/follow-ups/view', search: { id: String(id) } }),
          )
        }
      >
        Begin follow-up…
      </Menu.Item>
    );
  return (
    <ResourceList
      resource={redListResource}
      columns={redListColumns}
      defaultSort="student"
      filters={redListFilters}
      nameOf={nameOf}
      rowOptions={mayEdit ? options : undefined}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/red-list-students/computed" />}
          >
            By rule
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/contact-hours" />}>
            Contact hours
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/follow-ups" />}>
            Follow-ups
          </Button>
        </>
      }
    />
  );
}
