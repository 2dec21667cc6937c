import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build.ts';
import { endWithParent } from './end-with-parent.ts';

if (process.platform !== 'win32' && process.env.npm_lifecycle_event === 'start') endWithParent();

// The archive of a release has the built web application, and not its sources.
if (!existsSync(join(import.meta.dirname, '..', 'release.json')))
  await buildWeb((line) => console.log(line));
process.argv.splice(2, Infinity, 'start');
await import('#server/cli.ts');
