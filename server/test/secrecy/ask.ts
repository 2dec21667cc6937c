import { createTestSchool, type Caller, type TestSchool } from '../test-school.ts';
import { seedPay } from './pay.ts';
import { unpacked } from './unpack.ts';

/** An institute whose users have signed in, with pay codes and check-ins. */
export async function createPaySchool(): Promise<TestSchool> {
  const school = await createTestSchool();
  for (const caller of ['teacher', 'otherTeacher', 'admin', 'account'] as const)
    await school.call(caller, 'GET', 'user/details/');
  await seedPay(school);
  return school;
}

/**
 * A request as one of the users.
 * @returns what it discloses: status, headers, and the text of its body or of the files in it.
 */
export async function ask(
  school: TestSchool,
  caller: Exclude<Caller, 'anonymous'>,
  method: 'GET' | 'POST',
  url: string,
  body?: object,
) {
  const answer = await school.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${await school.token(caller)}` },
    ...(body && { payload: body }),
  });
  const { 'x-request-id': _its, date: _now, ...headers } = answer.headers;
  return {
    status: answer.statusCode,
    text: await unpacked(answer.rawPayload),
    headers: JSON.stringify(headers),
  };
}

/** The given texts that occur in it. */
export const found = (text: string, needles: readonly string[]) =>
  needles.filter((needle) => text.includes(needle));
