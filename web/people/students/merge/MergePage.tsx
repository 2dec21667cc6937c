import { Button, Group, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { previewMerge } from '#contract/people/merge.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { useNavigate } from '@tanstack/react-router';
import { studentPicker } from '#web/school/students.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './Merge.module.css';
import { MergeForm } from './MergeForm.tsx';

/** Two rows of one person become one: preview, decisions, merge (R-MERGE-1). */
export function MergePage() {
  const { keep, remove } = useSearch({ from: '/students/merge' });
  const navigate = useNavigate();
  const preview = useQuery({
    queryKey: ['student-merge', keep, remove],
    queryFn: ({ signal }) =>
      request(previewMerge, { query: { keep: keep ?? '', remove: remove ?? '' }, signal }),
    enabled: keep !== undefined && remove !== undefined,
    // Decisions are made about what is shown.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <>
      <PageHead title="Merge students">
        <Group gap="xs">
          <BackButton />
          {keep && remove && (
            <Button
              variant="default"
              leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/students/merge"
                  search={{ keep: remove, remove: keep }}
                  replace
                />
              )}
            >
              Keep the other one
            </Button>
          )}
        </Group>
      </PageHead>
      <Text c="dimmed" size="sm" mb="xs">
        For one person with two rows. Marks, enrolments, leaves, notes and letters of the one that
        goes come to the one that stays. Nothing is written before you confirm.
      </Text>
      <div className={classes.pickers}>
        <Picker
          label="Stays"
          source={studentPicker}
          value={keep ? Number(keep) : null}
          onChange={(id) =>
            void navigate({
              to: '/students/merge',
              search: { keep: id ? String(id) : undefined, remove },
              replace: true,
            })
          }
        />
        <Picker
          label="Is merged into it"
          source={studentPicker}
          value={remove ? Number(remove) : null}
          onChange={(id) =>
            void navigate({
              to: '/students/merge',
              search: { keep, remove: id ? String(id) : undefined },
              replace: true,
            })
          }
        />
      </div>
      {preview.isLoading && <PleaseWait />}
      {preview.isError && (
        <LoadError
          title="These two cannot be merged"
          error={preview.error}
          retry={() => void preview.refetch()}
        />
      )}
      {preview.data && (
        <MergeForm
          key={preview.data.version}
          preview={preview.data}
          again={() => void preview.refetch()}
        />
      )}
    </>
  );
}
