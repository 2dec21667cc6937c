import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RedListEntry } from '#contract/red-list.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#web/ui/labels.ts';
import { redListColumns, redListFilters, redListResource } from './resource.ts';

const nameOf = ({ student, subject }: RedListEntry) =>
  `${fullName(student)} in ${subject.subject_code}`;

export function RedListPage() {
  return (
    <ResourceList
      resource={redListResource}
      columns={redListColumns}
      defaultSort="student"
      filters={redListFilters}
      nameOf={nameOf}
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/red-list-students/computed" />}
        >
          By rule
        </Button>
      }
    />
  );
}
