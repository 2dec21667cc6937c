import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Connection, Database } from './platform/database/pool.ts';
import type { Files } from './platform/files/files.ts';
import type { Queue } from './platform/jobs/queue.ts';
import type { LiveHub } from './platform/live/hub.ts';

/** What `main.ts` builds once and hands to every feature. */
export interface Parts {
  config: Config;
  clock: Clock;
  database: Database;
  /** For threads, which have connections of their own. */
  connection: Connection;
  /** For long reads on connections of their own: exports. */
  reading: Connection;
  /** Exports on their way by mail. */
  queue: Pick<Queue, 'add' | 'wake'>;
  live: LiveHub;
  files: Files;
}

/** The server as the features see it: bodies, paths and queries are typed by the contract's schemas. */
export type Api = FastifyInstance<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, FastifyBaseLogger, ZodTypeProvider>;
