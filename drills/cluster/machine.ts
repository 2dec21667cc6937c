import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the programs of a drill run, and as whom. */
export interface Machine {
  folder: string;
  uid: number;
  gid: number;
  /** A folder that belongs to the user of the programs. */
  own(name: string): string;
  /** Starts a program whose output goes to a file of the folder. */
  run(log: string, command: string, args: string[], env: Record<string, string>): ChildProcess;
  killAll(): void;
  /** A disk of that size as a folder; it is in memory. @returns what removes it. */
  mount(name: string, megabytes: number): () => void;
}

export function createMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-cluster-'));
  const [uid, gid] = [numberOf('-u'), numberOf('-g')];
  chmodSync(folder, 0o755);
  const children: ChildProcess[] = [];
  return {
    folder,
    uid,
    gid,
    own(name) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      chownSync(path, uid, gid);
      chmodSync(path, 0o700);
      return path;
    },
    run(log, command, args, env) {
      const output = openSync(join(folder, `${log}.log`), 'a');
      const child = spawn(command, args, {
        cwd: folder,
        uid,
        gid,
        env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', output, output],
      });
      child.on('error', () => {});
      children.push(child);
      return child;
    },
    killAll: () => children.forEach((child) => child.kill('SIGKILL')),
    mount(name, megabytes) {
      const path = join(folder, name);
      mkdirSync(path);
      const options = `size=${megabytes}m,mode=700,uid=${uid},gid=${gid}`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
      return () => execFileSync('umount', ['--lazy', path]);
    },
  };
}

/** The user `postgres` of Debian's packages, as whom the drill's databases run. */
const numberOf = (what: '-u' | '-g'): number =>
  Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
