import { queryOptions } from '@tanstack/react-query';
import { listGuardians } from '#contract/endpoints/guardians.ts';
import { request } from '#web/platform/api.ts';

export const guardiansQuery = (student: number) =>
  queryOptions({
    queryKey: ['guardians', student],
    queryFn: ({ signal }) => request(listGuardians, { params: { student }, signal }),
  });
