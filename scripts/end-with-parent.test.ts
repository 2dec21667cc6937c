import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = `
  const { endWithParent } = await import(${JSON.stringify(join(import.meta.dirname, 'end-with-parent.ts'))});
  endWithParent();
  process.once('SIGTERM', () => { console.log('stopped'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('runs');
`;

it.skipIf(process.platform === 'win32')(
  'SIGTERM to the shell of npm start ends the server, as SIGTERM to the server does',
  async () => {
    // A second command, so that no shell replaces itself by the first one.
    const shell = spawn(
      'sh',
      ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let printed = '';
    shell.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    await expect.poll(() => printed, { timeout: 20_000 }).toContain('runs');
    shell.kill('SIGTERM');
    // The pipe is open for as long as the program runs.
    await once(shell, 'close');
    expect(printed.trim().split('\n')).toEqual(['runs', 'stopped']);
  },
);
