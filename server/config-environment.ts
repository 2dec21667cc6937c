import { z } from 'zod';
import { count, isTimeZone, list, networks, share, url, webUrl } from './config-values.ts';
import { replications } from './platform/database/replication.ts';
import { isLoopbackName } from './platform/http/own-hosts.ts';

/** The institute's time zone where none is set, outside production. */
export const defaultTimeZone = 'Australia/Sydney';

/** The variables of the environment, one entry each. */
export const environment = z
  .object({
    NODE_ENV: z
      .enum(['development', 'production', 'test'], 'must be development, production or test')
      .optional(),
    PORT: count(1, 65_535, 3000),
    HOST: z.string().default('0.0.0.0'),
    PUBLIC_URL: webUrl,
    DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
    DATABASE_URL: url(['postgres:', 'postgresql:']),
    DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']),
    DATABASE_READ_URL: url(['postgres:', 'postgresql:']),
    DATABASE_APP_USER: z.string().min(1).optional(),
    REPLICATION: z.enum(replications, `must be ${replications.join(', ')}`).default('none'),
    POOL_SIZE: count(2, 100, 8),
    MIGRATE_ON_START: z.enum(['true', 'false'], 'must be true or false').default('true'),
    OIDC_ISSUER: webUrl,
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_AUDIENCE: z.string().min(1).optional(),
    OIDC_SCOPE: z.string().min(1).default('openid profile email offline_access'),
    OIDC_EMAIL_CLAIM: z
      .string()
      .regex(/^\w+(,\w+)*$/, 'must be names of claims such as preferred_username,upn')
      .optional(),
    OIDC_REQUIRED_SCOPE: z.string().regex(/^\S+$/, 'must be one scope, or none').optional(),
    ADMIN_EMAILS: list,
    ACCOUNT_EMAILS: list,
    TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as Australia/Sydney')
      .optional(),
    SUPPORT_URL: webUrl,
    STUDENT_SIGN_IN: z.enum(['true', 'false'], 'must be true or false').default('false'),
    QR_NETWORKS: networks,
    STUDENT_MAIL_DOMAIN: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as students.school.example')
      .optional(),
    FILES_URL: webUrl.refine(
      (text) => !text || (new URL(text).username !== '' && new URL(text).pathname.length > 1),
      {
        message: 'must be https://KEY:SECRET@host/bucket?region=eu-west-1',
      },
    ),
    SMTP_URL: url(['smtp:', 'smtps:']),
    MAIL_FROM: z
      .string()
      .regex(
        /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
        'must be an address such as Attendance <no-reply@school.example>',
      )
      .optional(),
    MAIL_RETRY_SECONDS: count(1, 3600, 15),
    SMS_URL: webUrl,
    SMS_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    SMS_NETWORKS: networks,
    WEBHOOK_NETWORKS: networks,
    SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    DEMO: z.enum(['true', 'false'], 'must be true or false').optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    MAIL_DOMAINS: z
      .string()
      .default('')
      .transform((text) =>
        text
          .toLowerCase()
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      )
      .refine(
        (domains) => domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)),
        'must be domains such as school.example, separated by commas',
      ),
    READER_GAP_MS: count(5, 500, 35),
    REQUESTS_PER_MINUTE: count(0, 1_000_000, 3000),
    KEEP_ON_DEVICE: z.enum(['true', 'false'], 'must be true or false').default('true'),
    KEEP_PHOTOS_DAYS: count(0, 36_500, 0),
    KEEP_LEAVES_DAYS: count(0, 36_500, 0),
    KEEP_HISTORY_DAYS: count(0, 36_500, 0).refine(
      (days) => days === 0 || days >= 31,
      'must be 0 or at least 31',
    ),
    KEEP_MAILS_DAYS: count(0, 36_500, 30),
    KEEP_MESSAGES_DAYS: count(0, 36_500, 365),
    KEEP_GUARDIANS_DAYS: count(0, 36_500, 30),
    KEEP_TAPS_DAYS: count(0, 36_500, 90).refine((days) => days !== 1, 'must be 0 or at least 2'),
    KEEP_DRILLS_DAYS: count(0, 36_500, 90),
    KEEP_WEBHOOKS_DAYS: count(1, 36_500, 30),
    KEEP_IMPORTS_DAYS: count(1, 365, 7),
    REQUEST_SECONDS: count(1, 3600, 120),
    DRAIN_SECONDS: count(0, 60, 0),
    TRUSTED_PROXIES: networks,
    OTEL_EXPORTER_OTLP_ENDPOINT: webUrl,
    OTEL_TRACES_SAMPLER_ARG: share(1),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'must be trace, debug, info, warn, error, fatal or silent',
      )
      .default('warn'),
    CLOCK: z
      .string()
      .refine(
        (text) => !Number.isNaN(Date.parse(text)) && /(Z|[+-]\d\d:\d\d)$/.test(text),
        'must be an instant such as 2026-03-02T10:05:00+11:00',
      )
      .optional(),
  })
  .superRefine((env, context) => {
    const addError = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (env.OIDC_ISSUER) {
      // Others on the way could give out keys of their own.
      if (isPlain(env.OIDC_ISSUER))
        addError('OIDC_ISSUER', 'must start with https:// unless it is on this computer');
      if (isPlain(env.PUBLIC_URL))
        addError('PUBLIC_URL', 'must start with https:// unless it is on this computer');
      if (!env.OIDC_CLIENT_ID) addError('OIDC_CLIENT_ID', 'is needed when OIDC_ISSUER is set');
      if (!env.OIDC_AUDIENCE) addError('OIDC_AUDIENCE', 'is needed when OIDC_ISSUER is set');
    } else if (env.PUBLIC_URL && !isLoopbackName(new URL(env.PUBLIC_URL).hostname)) {
      addError(
        'OIDC_ISSUER',
        'is needed when PUBLIC_URL is not an address of this computer: the demo sign-in asks for no password',
      );
    }
    if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
      addError('DATABASE_URL', 'is needed when DATABASE_DIRECT_URL is set');
    if (env.SMS_URL && !env.SMS_SECRET) addError('SMS_SECRET', 'is needed when SMS_URL is set');
    if (env.NODE_ENV === 'production') {
      if (!env.OIDC_ISSUER)
        addError(
          'OIDC_ISSUER',
          'is needed when NODE_ENV=production: the demo sign-in never starts there',
        );
      // A server that was started before without it has computed its dates in the default.
      if (!env.TIME_ZONE)
        addError(
          'TIME_ZONE',
          `is needed when NODE_ENV=production. Without it the zone was ${defaultTimeZone} so far: set your institute’s, or TIME_ZONE=${defaultTimeZone}`,
        );
      if (env.CLOCK) addError('CLOCK', 'must not be set when NODE_ENV=production');
      if (env.DEMO === 'true') addError('DEMO', 'must not be true when NODE_ENV=production');
    }
  });

/** An address without TLS of another computer. */
const isPlain = (address: string | undefined): boolean => {
  const url = address === undefined ? null : URL.parse(address);
  return url?.protocol === 'http:' && !isLoopbackName(url.hostname);
};

/** The valid values of all variables. */
export type Environment = z.output<typeof environment>;
