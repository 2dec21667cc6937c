import { Button, Menu } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Layout, SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import type { Side } from './side.ts';

interface PrintPlanProps {
  of: ClassOnDate;
  plan: Pick<SeatingPlan, 'classroom' | 'seats'> & { layout: Layout | null };
  side: Side;
}

/** Downloads a seating plan as a PDF, with photos or without; what draws it is loaded then. */
export function PrintPlan({ of, plan, side }: PrintPlanProps) {
  const queries = useQueryClient();
  const { title } = useSession().config;
  const { busy, run } = useDownload();
  const { layout } = plan;
  if (!layout) return null;
  const print = (photos: boolean) =>
    void run(async () => {
      const { downloadPlan } = await import('./download-plan.ts');
      await downloadPlan(queries, of, { ...plan, layout, side, photos, institute: title });
    });
  return (
    <LazyMenu
      target={
        <Button
          variant="default"
          size="xs"
          loading={busy}
          leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        >
          Plan as PDF
        </Button>
      }
    >
      <Menu.Item onClick={() => print(false)}>Names</Menu.Item>
      <Menu.Item onClick={() => print(true)}>Names and photos</Menu.Item>
    </LazyMenu>
  );
}
