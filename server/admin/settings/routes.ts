import { isDeepStrictEqual } from 'node:util';
import {
  changeSettings,
  getSettings,
  previewCardNumbers,
  rewriteCardNumbers,
} from '#contract/admin/settings.endpoints.ts';
import {
  isInUse,
  settingNames,
  settings as definitions,
  type SettingName,
  type SettingsAnswer,
  type SettingsPatch,
} from '#contract/settings.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { ApiError, forbidden } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inFormTransaction, inTransaction } from '#server/platform/database/transactions.ts';
import { addLine, writerOf } from '#server/school/audit-trail.ts';
import { can } from '#contract/permissions.ts';
import { previewOf, respellCards, respellingRights } from '#server/people/index.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { environmentOf } from '#server/school/settings-environment.ts';

/** The institute's settings; each change is a line of the audit log with old and new values. */
export function settingsRoutes(api: Api, context: AppContext): void {
  const { database, clock, config, settings, live } = context;
  const fixed = new Map(
    settingNames
      .filter((name) => name in config.fixedSettings)
      .map((name) => [name, environmentOf(name) ?? '']),
  );
  const answer = (): SettingsAnswer => ({
    values: Object.fromEntries(
      Object.entries(settings.current()).filter(([name]) => isNameInUse(name)),
    ),
    fixed: Object.fromEntries([...fixed].filter(([name]) => isInUse(name))),
  });

  implement(api, getSettings, async () => answer());

  implement(api, previewCardNumbers, ({ query }) => previewOf(database, query));

  implement(api, rewriteCardNumbers, async (request) => {
    const { user } = request;
    if (!respellingRights.every((right) => can(user.permissions, ...right)))
      throw forbidden('You do not have permission to perform this action.');
    // Another process may just have changed them.
    await settings.reload();
    const done = await inFormTransaction(database, (trx) =>
      respellCards(trx, settings.current(), { user: user.id, now: clock.now().toString() }),
    );
    request.auditAbout = { rewritten: done.rewritten, unchanged: done.unchanged };
    publishPlan(live);
    return done;
  });

  implement(api, changeSettings, async (request) => {
    const {
      body: { seen = {}, ...body },
      user,
    } = request;
    assertNotFixed(body);
    await inTransaction(database, async (trx) => {
      const about = await change(trx, { body, seen }, { id: user.id, at: clock.now().toString() });
      if (Object.keys(about).length === 0) return;
      await addLine(trx, {
        ...writerOf(request, clock),
        kind: 'change',
        what: 'Change institute settings',
        about,
        status: 200,
      });
    });
    await settings.reload();
    return answer();
  });

  function assertNotFixed(body: SettingsPatch): void {
    const refused = Object.keys(body).flatMap((name) => {
      const variable = isNameInUse(name) ? fixed.get(name) : undefined;
      return variable ? [[name, [`is set by the environment (${variable})`]] as const] : [];
    });
    if (refused.length) throw new ApiError(400, Object.fromEntries(refused));
  }
}

const isNameInUse = (name: string): name is SettingName =>
  settingNames.some((known) => known === name && isInUse(known));

interface ChangedSetting {
  changed_at: string;
  changed_by: number | null;
  writer: string | null;
}

const overtaken = ({ changed_at, changed_by, writer }: ChangedSetting, user: number) =>
  new ApiError(409, {
    detail: `${changed_by === user ? 'You' : (writer ?? 'Somebody else')} changed these settings meanwhile.`,
    overtaken: { by: writer, at: changed_at },
  });

/**
 * @param seen the values on which the change is based.
 * @returns the changes by name: `30 → 45`.
 */
async function change(
  trx: Database,
  { body, seen }: { body: SettingsPatch; seen: SettingsPatch },
  by: { id: number; at: string },
): Promise<Record<string, string>> {
  const names = settingNames.filter((name) => body[name] !== undefined).toSorted();
  if (names.length === 0) return {};
  // Inserts missing rows first: concurrent changes then wait for each other.
  await trx
    .insertInto('institute_setting')
    .values(
      names.map((name) => ({
        name,
        value: JSON.stringify(definitions[name].default),
        changed_at: by.at,
        changed_by: by.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await trx
    .selectFrom('institute_setting')
    .leftJoin('app_user', 'app_user.id', 'institute_setting.changed_by')
    .select([
      'institute_setting.name',
      'value',
      'changed_at',
      'changed_by',
      'app_user.name as writer',
    ])
    .where('institute_setting.name', '=', anyOf.texts(names))
    .orderBy('institute_setting.name')
    .forUpdate('institute_setting')
    .execute();
  const other = before.find(
    ({ name, value }) =>
      isNameInUse(name) &&
      seen[name] !== undefined &&
      !isDeepStrictEqual(value, seen[name]) &&
      !isDeepStrictEqual(value, body[name]),
  );
  if (other) throw overtaken(other, by.id);
  const about: Record<string, string> = {};
  for (const name of names) {
    const from = JSON.stringify(before.find((row) => row.name === name)?.value);
    const to = JSON.stringify(body[name]);
    if (from === to) continue;
    about[name] = `${from} → ${to}`;
    await trx
      .updateTable('institute_setting')
      .set({ value: to, changed_at: by.at, changed_by: by.id })
      .where('name', '=', name)
      .execute();
  }
  return about;
}
