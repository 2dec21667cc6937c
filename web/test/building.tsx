import type {
  PersonHere,
  RollCallEnd,
  TicksBody,
  WhoIsHere,
} from '#contract/attendance/building.ts';
import type { PublicConfig } from '#contract/session.ts';
import { expect } from 'vitest';
import { WhoIsHerePage } from '#web/attendance/building/WhoIsHerePage.tsx';
import { deleteList, deleteTicks, storedTicks } from '#web/platform/offline/building-on-device.ts';
import { renderPage } from './render-page.tsx';
import { serve } from './server.ts';

/** A student on the list. */
export const personHere = (
  number: number,
  first_name: string,
  more: Partial<PersonHere> = {},
): PersonHere => ({
  number,
  student: number,
  teacher: null,
  student_id: `S${number}`,
  first_name,
  last_name: 'Berg',
  profile_image: null,
  place: 0,
  state: 'not_seen',
  since: null,
  expected: true,
  accounted: false,
  ticked_at: null,
  ticked_by: null,
  version: 1,
  ...more,
});

/** The list of a roll call with four students. */
export const listHere = (more: Partial<WhoIsHere> = {}): WhoIsHere => ({
  roll_call: {
    id: 7,
    kind: 'drill',
    note: null,
    started_at: '2026-03-01T22:10:00Z',
    started_by: 'Ada Marsh',
  },
  version: 1,
  at: '2026-03-01T22:15:00Z',
  as_of: '1',
  places: [
    { kind: 'class', room: 'R1', class_name: 'MAT1 Maths', start_time: '09:00', end_time: '10:00' },
    { kind: 'may_have_left', room: 'R2', class_name: null, start_time: '08:00', end_time: '09:00' },
  ],
  people: [
    personHere(1, 'Anna'),
    personHere(2, 'Bo', { state: 'arrived', since: '2026-03-01T22:05:00Z' }),
    personHere(3, 'Cai', { state: 'absent', expected: false }),
    personHere(4, 'Dana', {
      place: 1,
      state: 'present',
      expected: false,
      since: '2026-03-01T21:00:00Z',
    }),
  ],
  ...more,
});

/** Nothing is left of another test. */
export async function forgetBuilding(): Promise<void> {
  await deleteList();
  await deleteTicks(await storedTicks('ada@school.example'));
}

/** What the server does next. */
interface Network {
  isOffline: boolean;
  /** The setting for teachers is off. */
  isClosed?: boolean;
  /** The answer to ticks. */
  ticks?: { status: number; body?: object } | undefined;
  /** The roll call is over. */
  end?: RollCallEnd;
}

const closed = {
  status: 403,
  body: { detail: 'The institute has not opened this page for teachers.' },
};

/** Opens *Who is here* before a server that does as it is set. */
export async function openBuilding(
  {
    here = listHere(),
    isOffline = false,
    manages = true,
  }: { here?: WhoIsHere; isOffline?: boolean; manages?: boolean } = {},
  config: Partial<PublicConfig> = {},
) {
  const network: Network = { isOffline };
  const failure = () =>
    network.isOffline ? { status: 503 } : network.isClosed ? closed : undefined;
  const requests = serve({
    'GET building/live': () => ({ status: 503 }),
    'GET building/changes': () =>
      (isOffline ? undefined : failure()) ?? {
        body: {
          ended: network.end !== undefined,
          end: network.end ?? null,
          version: here.version,
          as_of: '1',
          places: [],
          people: [],
        },
      },
    'GET building/': () =>
      (isOffline ? undefined : failure()) ?? {
        body: network.end ? { ...here, roll_call: null } : here,
      },
    'POST building/ticks': () =>
      failure() ?? network.ticks ?? { body: { late: false, version: 2 } },
  });
  const { screen } = await renderPage(<WhoIsHerePage />, {
    address: '/who-is-here',
    permissions: { Attendance: manages ? ['read', 'teacherFilter'] : ['read'] },
    config,
  });
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(name) });
  await expect.element(screen.getByRole('heading', { name: /R1/ })).toBeVisible();
  return { screen, row, network, requests };
}

/** `[person, accounted]` of the ticks that were sent. */
export const ticksOf = (requests: { method: string; body: unknown }[]) =>
  requests
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => (body as TicksBody).ticks)
    .map(({ person: number, accounted }) => [number, accounted]);
