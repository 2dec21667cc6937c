import type { CardReason } from '#contract/people/card-reasons.ts';
import { setAct, type Act } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';

type CardChange = Act['card'] & { reason?: CardReason | undefined };

/** Who changes card numbers from here on in the transaction, and why: for the history (R-CARD-3). */
export async function setCardChange(trx: Database, change: CardChange): Promise<void> {
  await setAct(trx, { card: change });
}
