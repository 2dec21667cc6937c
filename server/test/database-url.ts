import type { Connection } from '../platform/database/pool.ts';

/** `DATABASE_URL` of a test's database. */
export function databaseUrl({
  host,
  port,
  user,
  database,
  password,
}: Exclude<Connection, string>): string {
  const parameters = new URLSearchParams({
    host,
    port: String(port),
    user,
    ...(password && { password }),
  });
  return `postgres:///${database}?${parameters.toString()}`;
}
