import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import type { FollowUpDetails } from '#contract/standing/follow-up.ts';
import { openBegin } from './BeginForm.tsx';
import { useFollowUpsChanged } from './queries.ts';

type Of = Omit<Parameters<typeof openBegin>[0], 'owner' | 'today' | 'done'>;

/** Opens the form with the user as its owner; `done` receives what was begun. */
export function useBegin(): (of: Of, done?: (begun: FollowUpDetails) => void) => void {
  const { today } = useSession().config;
  const { id } = useUser();
  const changed = useFollowUpsChanged();
  return (of, done) =>
    openBegin({
      ...of,
      owner: id,
      today,
      done: (begun) => {
        void changed();
        done?.(begun);
      },
    });
}
