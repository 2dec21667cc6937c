import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { InstituteSettings } from '#server/school/settings.ts';
import type { Clock } from './platform/clock.ts';
import type { Connection, Database } from './platform/database/pool.ts';
import type { Files } from './platform/files/files.ts';
import type { Queue } from './platform/jobs/queue.ts';
import type { LiveHub } from './platform/live/hub.ts';
import type { Sealer } from './platform/secrets/sealer.ts';

/** Dependencies that `main.ts` creates once and passes to every feature. */
export interface AppContext {
  config: Config;
  clock: Clock;
  /** The institute's settings. */
  settings: InstituteSettings;
  database: Database;
  /** For worker threads, which open their own connections. */
  connection: Connection;
  /** For long reads such as exports, outside of the pool. */
  readConnection: Connection;
  /** The queue of exports by mail. */
  queue: Pick<Queue, 'add' | 'addAll' | 'wake'>;
  /** The queue of messages to students. */
  messageQueue: Pick<Queue, 'addAll' | 'wake'>;
  /** The queue of imports of files of other systems. */
  importQueue: Pick<Queue, 'add' | 'wake'>;
  live: LiveHub;
  files: Files;
  /** Encrypts secrets that the database stores. */
  sealer: Sealer;
}

/**
 * The Fastify instance of the features: bodies, paths and queries have the types of the contract's
 * schemas.
 */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
