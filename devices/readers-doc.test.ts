import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { createTestSchool } from '#server/test/test-school.ts';

/** The shell examples of docs/readers.md, in their order. */
const examples = [
  ...readFileSync(join(import.meta.dirname, '..', 'docs', 'readers.md'), 'utf8').matchAll(
    /```sh\n(.*?)```/gs,
  ),
].map(([, text = '']) => text);

/** Runs an example as it stands. */
async function run(example: string | undefined, env: Record<string, string>): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-euc', example ?? 'exit 1'], {
    env: { PATH: process.env.PATH, ...env },
  });
  return JSON.parse(stdout);
}

it('the first example sends a tap', async () => {
  const school = await createTestSchool({ now: '2026-03-02T09:05:00+11:00' });
  try {
    await sql`update student set rfid_number = '7000100000' where student_id = 'S1'`.execute(
      school.database,
    );
    await sql`truncate attendance cascade`.execute(school.database);
    const KEY = await keyOfDevice(school.database);
    const URL = await school.app.listen({ port: 0, host: '127.0.0.1' });
    expect(await run(examples[0], { URL, KEY })).toMatchObject({
      taps: [{ sequence: 1, outcome: 'present', colour: 'green', title: 'Present' }],
    });
  } finally {
    await school.close();
  }
});

it('the second example signs it', async () => {
  // Signatures are judged by the time of this computer, at which there may be no class.
  const school = await createTestSchool({ now: new Date().toISOString() });
  try {
    const KEY = await keyOfDevice(school.database, { signs: true });
    const [, DEVICE = ''] = KEY.split('_');
    const URL = await school.app.listen({ port: 0, host: '127.0.0.1' });
    const at = new Date().toISOString();
    const BODY = JSON.stringify({ now: at, taps: [{ sequence: 1, card: '4711', at }] });
    expect(await run(examples[1], { URL, KEY, DEVICE, BODY })).toMatchObject({
      taps: [{ sequence: 1, outcome: 'unknown' }],
    });
    await expect(
      run(examples[1]?.replace('openssl dgst -sha256', 'openssl dgst -sha512'), {
        URL,
        KEY,
        DEVICE,
        BODY,
      }),
    ).resolves.toMatchObject({ detail: expect.any(String) });
  } finally {
    await school.close();
  }
});
