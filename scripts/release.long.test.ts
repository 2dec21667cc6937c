import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '#server/test/server-process.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'attendance-released-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checkout = join(folder, 'checkout');
const out = join(folder, 'out');
const key = join(folder, 'key');
const run = (command: string, args: string[], cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
/** Without an image: it would take minutes. */
const release = () =>
  spawnSync(process.execPath, ['scripts/release.ts', '--key', key, '--out', out], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, PATH: join(folder, 'bin') },
  });

it(
  'a release is refused without its notes, verified by its signature, and starts without git and the tools of developers',
  { timeout: 600_000 },
  async () => {
    run('git', ['clone', '--quiet', root, checkout]);
    cpSync(join(root, 'node_modules'), join(checkout, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'maker', '-f', key]);
    run('mkdir', ['bin']);
    for (const name of ['git', 'tar', 'gzip', 'ssh-keygen'])
      run('ln', ['-s', run('which', [name]).trim(), join(folder, 'bin', name)]);

    expect(release()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('CHANGELOG.md has no section "## 0.1.0"'),
    });
    const changelog = join(checkout, 'CHANGELOG.md');
    const text = readFileSync(changelog, 'utf8');
    writeFileSync(
      changelog,
      text.replace('## Unreleased\n', '## 0.1.0\n\n### Upgrading\nNothing to do.\n'),
    );
    expect(release().stderr).toContain('changes that are not committed');
    run('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', 'commit', '-qam', '0.1.0'], checkout);
    const made = release();
    expect([made.status, made.stderr]).toEqual([0, '']);
    const archive = join(out, 'attendance-0.1.0.tar.gz');
    const sumOf = () => createHash('sha256').update(readFileSync(archive)).digest('hex');
    const first = sumOf();
    expect(release().status).toBe(0);
    expect(sumOf()).toBe(first);

    // As docs/operations.md says to verify it.
    writeFileSync(join(folder, 'makers'), `maker ${readFileSync(`${key}.pub`, 'utf8')}`);
    const verify = () =>
      spawnSync(
        'ssh-keygen',
        [
          '-Y',
          'verify',
          '-f',
          join(folder, 'makers'),
          '-I',
          'maker',
          '-n',
          'attendance-release',
        ].concat('-s', join(out, 'SHA256SUMS.sig')),
        { input: readFileSync(join(out, 'SHA256SUMS')) },
      ).status;
    expect(verify()).toBe(0);
    run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], out);
    appendFileSync(join(out, 'SHA256SUMS'), ' ');
    expect(verify()).not.toBe(0);

    run('tar', ['-xzf', archive]);
    const unpacked = join(folder, 'attendance-0.1.0');
    expect(JSON.parse(readFileSync(join(unpacked, 'release.json'), 'utf8'))).toMatchObject({
      version: '0.1.0',
    });
    // Nothing of developers, which could not work there.
    const inside = run('tar', ['-tzf', archive]);
    expect(inside).not.toMatch(
      /^attendance-0\.1\.0\/(.*\.test\.tsx?|web\/.*|server\/test\/.*|\.github\/.*|Dockerfile)$/m,
    );
    expect(inside).toContain('/deploy/Dockerfile\n');
    const { scripts } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
      scripts: object;
    };
    expect(Object.keys(scripts)).toEqual(['prestart', 'start', 'preimport', 'import']);
    const port = await freePort();
    const started = spawn('npm', ['start'], {
      cwd: unpacked,
      env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let printed = '';
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    try {
      await expect.poll(() => printed, { timeout: 300_000 }).toContain('Ctrl-C stops it.');
      const page = await fetch(`http://localhost:${port}/`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
      expect(printed).not.toContain('Building');
      expect(spawnSync('ls', [join(unpacked, 'node_modules', 'vitest')]).status).not.toBe(0);
    } finally {
      process.kill(-Number(started.pid), 'SIGTERM');
      await new Promise((resolve) => started.once('exit', resolve));
    }
  },
);
