import { cardTermsOf } from '#contract/card-number.ts';
import { getConfig, getUserDetails } from '#contract/session.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { PublicConfig } from '#contract/session.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { logoAddress } from '../settings/logo.ts';

/** The first reads of screens: the institute's settings, and the signed-in user. */
export function sessionRoutes(
  api: Api,
  { config, clock, settings }: AppContext,
  signIn: PublicConfig['sign_in'],
): void {
  implement(api, getConfig, async () => ({
    title: settings.current().title,
    logo: logoAddress(settings.logo()),
    time_zone: clock.timeZone,
    locale: settings.current().locale,
    currency: settings.current().currency,
    weekdays: settings.current().weekdays,
    week_names: settings.current().week_names,
    now: clock.now().toString(),
    today: clock.today(),
    development: config.development,
    demo_sign_in: !config.oidc,
    student_sign_in: config.studentSignIn,
    local_inbox: !config.smtpUrl,
    teachers_see_building: settings.current().teachers_see_building,
    support_url: config.supportUrl ?? null,
    mail_domain: config.mailDomain ?? null,
    reader_gap_ms: config.readerGapMs,
    ...cardTermsOf(settings.current()),
    check_in_before_minutes: settings.current().check_in_before_minutes,
    limits,
    keep_on_device: config.keepOnDevice,
    tracing: config.tracing !== null,
    sign_in: signIn,
  }));

  implement(api, getUserDetails, async ({ user }) => ({
    id: user.id,
    email: user.email,
    name: user.name,
    user_role: user.roles,
    teacher_id: user.teacherId,
    permissions: user.permissions,
  }));
}
