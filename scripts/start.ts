import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build.ts';

// The archive of a release has the built web application, and not its sources.
if (!existsSync(join(import.meta.dirname, '..', 'release.json')))
  await buildWeb((line) => console.log(line));
process.argv.splice(2, Infinity, 'start');
await import('#server/cli.ts');
