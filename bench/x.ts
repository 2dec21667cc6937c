import { openDatabase } from '../server/platform/database/open.ts';
import { sql } from 'kysely';
import { seedCheckIns } from './seed.ts';
import { median } from './load.ts';
const opened = await openDatabase({ dataDir: '/tmp/bench/large', poolSize: 4 }, console.log);
const { database } = opened;
await seedCheckIns(database);
console.log((await sql`select count(*), min(date), max(date), pg_relation_size('payroll_log')/1e6 as mb from payroll_log`.execute(database)).rows);

await sql`drop index if exists xx_cover, xx_cover2`.execute(database);
await opened.close();
