import type { Answer, Caller, TestSchool } from './test-school.ts';

/** Makes an access token by the API. */
export async function makeAccessToken(
  school: TestSchool,
  scopes: string[],
  { caller = 'admin' as Caller, name = 'Sync', days = 90 } = {},
): Promise<{ id: number; token: string }> {
  const made = await school.call(caller, 'POST', 'attendance/access-tokens/create/', {
    name,
    scopes,
    expires_in_days: days,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body as { id: number; token: string };
}

/** Calls the API with a bearer. */
export const callWith = (
  school: TestSchool,
  bearer: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> =>
  school.call('anonymous', method, path, body, { authorization: `Bearer ${bearer}` });
