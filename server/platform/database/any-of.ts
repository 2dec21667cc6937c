import { sql, type RawBuilder } from 'kysely';

const array = (values: readonly unknown[], type: string) => sql`${values}::${sql.raw(type)}[]`;

/**
 * `column = any($1)`: one statement for any number of values, also none. `in (…)` would be another
 * statement for each number, each prepared on every connection.
 */
export const anyOf = {
  ids: (values: number[]): RawBuilder<number> => sql`any(${array(values, 'bigint')})`,
  texts: <const Text extends string>(values: readonly Text[]): RawBuilder<Text> =>
    sql`any(${array(values, 'text')})`,
  uuids: (values: string[]): RawBuilder<string> => sql`any(${array(values, 'uuid')})`,
  bytes: (values: Buffer[]): RawBuilder<Buffer> => sql`any(${array(values, 'bytea')})`,
};

/** `column <> all($1)`: none of the values. */
export const allOf = {
  ids: (values: number[]): RawBuilder<number> => sql`all(${array(values, 'bigint')})`,
  texts: (values: string[]): RawBuilder<string> => sql`all(${array(values, 'text')})`,
};
