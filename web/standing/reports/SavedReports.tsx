import { Button, Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { saveReport } from '#contract/standing/reports.endpoints.ts';
import { unsavedParams } from '#contract/standing/report-terms.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { prompt } from '#web/ui/prompt.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { savedReportsQuery } from './queries.ts';
import { savedReportResource } from './resource.ts';
import { searchOfAddress, type ReportSearch } from './search.ts';

const maxName = 100;

/** Saved reports to open, and saving the one that is shown (R-REPORT-4). */
export function SavedReports({ search }: { search: ReportSearch }) {
  const queries = useQueryClient();

  async function save() {
    const name = await prompt({
      title: 'Save this report',
      text: 'The grouping, period, comparison and filters are saved. A period such as “This week” moves with the date.',
      label: 'Name',
      max: maxName,
      yes: 'Save',
    });
    if (name === null) return;
    const params = Object.entries(search).filter(
      (one): one is [string, string] => Boolean(one[1]) && !unsavedParams.includes(one[0]),
    );
    try {
      await request(saveReport, {
        body: {
          name: name.replaceAll(/\s+/g, ' '),
          address: new URLSearchParams(params).toString(),
        },
      });
      toast('success', `“${name}” was saved`);
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: resourceKey(savedReportResource) });
  }

  return (
    <LazyMenu
      position="bottom-end"
      width={280}
      target={
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden="true" />}>
          Saved reports
        </Button>
      }
    >
      <Menu.Item onClick={() => void save()}>Save this report</Menu.Item>
      <Menu.Item renderRoot={(props) => <Link {...props} to="/reports/saved" />}>
        All saved reports
      </Menu.Item>
      <SavedItems />
    </LazyMenu>
  );
}

function SavedItems() {
  const saved = useQuery(savedReportsQuery);
  const rows = saved.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      {rows.map(({ id, name, address, is_own, by }) => (
        <Menu.Item
          key={id}
          renderRoot={(props) => (
            <Link {...props} to="/reports" search={searchOfAddress(address)} />
          )}
        >
          {is_own ? name : `${name} (${by})`}
        </Menu.Item>
      ))}
    </>
  );
}
