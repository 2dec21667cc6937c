import { sql, type RawBuilder } from 'kysely';

/** A JSON object with a value for each field of the type: a renamed field does not compile. */
export const jsonObject = <T extends object>(fields: {
  [Field in keyof T]: RawBuilder<unknown>;
}): RawBuilder<T> =>
  sql<T>`jsonb_build_object(${sql.join(
    Object.entries<RawBuilder<unknown>>(fields).flatMap(([name, value]) => [sql.lit(name), value]),
  )})`;
