import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../database/pool.ts';

/** Stores the demo provider's sessions, codes and refresh tokens in the database. */
export function demoStore(database: Database): (model: string) => Adapter {
  return (model) => {
    const records = () => database.selectFrom('oidc_record').where('model', '=', model);

    async function present(
      query: Promise<{ payload: unknown; consumed_at: string | null } | undefined>,
    ) {
      const found = await query;
      if (!found) return undefined;
      const consumed = found.consumed_at
        ? { consumed: Math.floor(Date.parse(found.consumed_at) / 1000) }
        : {};
      return { ...(found.payload as AdapterPayload), ...consumed };
    }

    const alive = sql<boolean>`(expires_at is null or expires_at > now())`;

    return {
      async upsert(id, payload, expiresIn) {
        const row = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000).toISOString() : null,
        };
        await database
          .insertInto('oidc_record')
          .values({ model, id, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
          .execute();
      },
      find: (id) =>
        present(
          records()
            .where('id', '=', id)
            .where(alive)
            .select(['payload', 'consumed_at'])
            .executeTakeFirst(),
        ),
      findByUid: (uid) =>
        present(
          records()
            .where('uid', '=', uid)
            .where(alive)
            .select(['payload', 'consumed_at'])
            .executeTakeFirst(),
        ),
      findByUserCode: async () => undefined,
      async consume(id) {
        await database
          .updateTable('oidc_record')
          .set({ consumed_at: new Date().toISOString() })
          .where('model', '=', model)
          .where('id', '=', id)
          .execute();
      },
      async destroy(id) {
        await database
          .deleteFrom('oidc_record')
          .where('model', '=', model)
          .where('id', '=', id)
          .execute();
      },
      async revokeByGrantId(grantId) {
        await database
          .deleteFrom('oidc_record')
          .where('model', '=', model)
          .where('grant_id', '=', grantId)
          .execute();
      },
    };
  };
}

/** Deletes expired records. */
export async function purgeDemoStore(database: Database): Promise<void> {
  await database
    .deleteFrom('oidc_record')
    .where('expires_at', '<', new Date().toISOString())
    .execute();
}
