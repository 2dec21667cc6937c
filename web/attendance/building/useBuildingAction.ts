import { IconUrgent } from '@tabler/icons-react';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import type { PageAction } from '#web/ui/PageActions.tsx';

/** The way to *Who is here* from the pages that are open all day, for who may see it (R-HERE-5). */
export function useBuildingAction(): PageAction[] {
  const mayManage = useCan()('Attendance', 'teacherFilter');
  const { teachers_see_building } = useSession().config;
  if (!mayManage && !teachers_see_building) return [];
  return [{ title: 'Who is here', Icon: IconUrgent, link: { to: '/who-is-here' } }];
}
