import { buildWeb } from './build.ts';

await buildWeb((line) => console.log(line));
process.argv.splice(2, Infinity, 'start');
await import('#server/cli.ts');
