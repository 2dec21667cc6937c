import { limits } from '../../../contract/limits.ts';
import { publicConfig, userDetails, type PublicConfig } from '../../../contract/session.ts';
import type { Api, Parts } from '../../parts.ts';

/** What the screens ask first: the institute's settings, and who is signed in. */
export function sessionRoutes(api: Api, { config, clock }: Parts, signIn: PublicConfig['sign_in']): void {
  api.get('/config', { schema: { response: { 200: publicConfig } } }, async () => ({
    title: config.title,
    time_zone: clock.timeZone,
    now: clock.now().toString(),
    today: clock.today(),
    development: config.development,
    demo_sign_in: !config.oidc,
    local_inbox: !config.smtpUrl,
    support_url: config.supportUrl ?? null,
    mail_domain: config.mailDomain ?? null,
    reader_gap_ms: config.readerGapMs,
    limits,
    keep_on_device: config.keepOnDevice,
    sign_in: signIn,
  }));

  api.get('/user/details', { schema: { response: { 200: userDetails } } }, async ({ who }) => ({
    id: who.id,
    email: who.email,
    name: who.name,
    user_role: who.roles,
    teacher_id: who.teacherId,
    permissions: who.permissions,
  }));
}
