import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertWritable } from './writable.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-writable-'));
  await writeFile(join(folder, 'file'), '');
  await mkdir(join(folder, 'there'));
});
afterAll(() => rm(folder, { recursive: true }));

it('leaves nothing in a folder that can be written, and makes one where it may', async () => {
  await assertWritable(join(folder, 'there'), 'DATA_DIR');
  await assertWritable(join(folder, 'new', 'one'), 'DATA_DIR', { create: true });
  expect(await readdir(join(folder, 'there'))).toEqual([]);
});

it.each([
  ['missing', {}, 'it is not there'],
  ['file', {}, 'it is no folder'],
  ['file/below', { create: true }, 'it is no folder'],
])('says in one line why %s cannot be written', async (name, options, why) => {
  const path = join(folder, name);
  await expect(assertWritable(path, 'DATA_DIR', options)).rejects.toMatchObject({
    lines: [`DATA_DIR ${path} cannot be written: ${why}.`],
  });
});

it('says so of a system that is read-only', async () => {
  await expect(assertWritable('/proc', 'DATA_DIR')).rejects.toThrow(/^DATA_DIR \/proc cannot/);
});
