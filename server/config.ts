import { resolve } from 'node:path';
import { z } from 'zod';
import { count, isTimeZone, list, networks, share, url, webUrl } from './config-values.ts';
import { settingsOfEnvironment } from '#server/school/settings-environment.ts';
import { withEncryption } from './platform/database/address.ts';
import { replications } from './platform/database/replication.ts';
import { defaultEmailClaims, requiredScopeOf } from './platform/identity/claims.ts';
import { isLoopbackName } from './platform/http/own-hosts.ts';
import { SetupError } from './platform/setup-error.ts';
import { required } from './platform/required.ts';
import { withSecretFiles } from './secret-files.ts';

const settings = z
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
      .default('Australia/Sydney')
      .refine(isTimeZone, 'must be a time zone such as Australia/Sydney'),
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
      if (env.CLOCK) addError('CLOCK', 'must not be set when NODE_ENV=production');
      if (env.DEMO === 'true') addError('DEMO', 'must not be true when NODE_ENV=production');
    }
  });

/** An address without TLS of another computer. */
const isPlain = (address: string): boolean => {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !isLoopbackName(url.hostname);
};

const encrypted = (address: string | undefined) => address && withEncryption(address);

/** The mail domain of the demo institute's students. */
export const demoMailDomain = 'students.demo.example';

/** All settings, read once by `main.ts`. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings; an empty value is unset.
 * @throws SetupError with one line per invalid setting.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(env)).filter(([, value]) => value !== ''),
  );
  const parsed = settings.safeParse(given);
  const fixed = settingsOfEnvironment(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...fixed.faults,
  ];
  if (!parsed.success || faults.length) throw new SetupError(...faults);
  const it = parsed.data;
  const publicUrl = (it.PUBLIC_URL ?? `http://localhost:${it.PORT}`).replace(/\/+$/, '');
  const external = it.OIDC_ISSUER
    ? {
        issuer: it.OIDC_ISSUER,
        clientId: required(it.OIDC_CLIENT_ID, 'OIDC_CLIENT_ID'),
        audience: required(it.OIDC_AUDIENCE, 'OIDC_AUDIENCE'),
        scope: it.OIDC_SCOPE,
        emailClaims: it.OIDC_EMAIL_CLAIM?.split(',') ?? defaultEmailClaims(it.OIDC_ISSUER),
        requiredScope: requiredScopeOf(it),
      }
    : undefined;
  const demo = it.DEMO ? it.DEMO === 'true' : !it.DATABASE_URL && !external;
  return {
    development: it.NODE_ENV === 'development',
    production: it.NODE_ENV === 'production',
    port: it.PORT,
    /** The demo sign-in authenticates no user: it is available on loopback only. */
    host: external ? it.HOST : 'localhost',
    publicUrl,
    dataDir: resolve(it.DATA_DIR),
    databaseUrl: encrypted(it.DATABASE_URL),
    /** Set where `DATABASE_URL` leads through a pooler in transaction mode: the way around it. */
    databaseDirectUrl: encrypted(it.DATABASE_DIRECT_URL),
    /** A replica for exports; by default the database itself. */
    databaseReadUrl: encrypted(it.DATABASE_READ_URL),
    /** The database's user of the servers, which `attendance migrate` grants the rows of all tables. */
    databaseAppUser: it.DATABASE_APP_USER,
    /** The replication that is expected: health and metrics say when there is less. */
    replication: it.REPLICATION,
    poolSize: it.POOL_SIZE,
    /** False: `attendance migrate` is a step of its own, and other commands only check that it was done. */
    migrateOnStart: it.MIGRATE_ON_START === 'true',
    /** The institute’s identity provider; by default the embedded demo provider. */
    oidc: external,
    adminEmails: it.ADMIN_EMAILS,
    accountEmails: it.ACCOUNT_EMAILS,
    timeZone: it.TIME_ZONE,
    supportUrl: it.SUPPORT_URL,
    /** Students sign in and see their own attendance. */
    studentSignIn: it.STUDENT_SIGN_IN === 'true',
    /** Check-in by QR code is accepted from these networks only; empty for any. */
    qrNetworks: it.QR_NETWORKS,
    /** The domain of students' e-mail addresses. */
    mailDomain: it.STUDENT_MAIL_DOMAIN?.toLowerCase() ?? (demo ? demoMailDomain : undefined),
    /** An S3-compatible bucket; without one, files are stored in the data folder. */
    filesUrl: it.FILES_URL,
    /** The institute's mail server; without one, mails stay in the local inbox. */
    smtpUrl: it.SMTP_URL,
    /** Whom mails come from; by default the institute, by an address of this host. */
    mailFrom: it.MAIL_FROM,
    /** The first delay between attempts to send a mail. */
    mailRetrySeconds: it.MAIL_RETRY_SECONDS,
    /** The gateway of short messages, which gets signed requests; null without one. */
    sms: it.SMS_URL
      ? {
          url: it.SMS_URL,
          secret: required(it.SMS_SECRET, 'SMS_SECRET'),
          networks: it.SMS_NETWORKS,
        }
      : null,
    /** Networks that webhooks may lead to besides public addresses. */
    webhookNetworks: it.WEBHOOK_NETWORKS,
    /** Encrypts secrets in the database; without it a file of the data folder does. */
    secretsKey: it.SECRETS_KEY,
    /** The bearer token for metrics; without one they are available on this computer only. */
    metricsToken: it.METRICS_TOKEN,
    /** Domains that mails with data may be sent to; empty for any. */
    mailDomains: it.MAIL_DOMAINS,
    demo,
    /** Settings of the institute that its page shows and does not change. */
    fixedSettings: fixed.values,
    readerGapMs: it.READER_GAP_MS,
    /** Requests per minute and user; 0 for no limit. */
    requestsPerMinute: it.REQUESTS_PER_MINUTE,
    /**
     * Browsers may store an open roll, pending marks and photos, so that the roll works without the
     * network.
     */
    keepOnDevice: it.KEEP_ON_DEVICE === 'true',
    /** How long personal data is stored, in days; 0 for ever. */
    retentionDays: {
      /** Counted from the student's archiving. */
      photos: it.KEEP_PHOTOS_DAYS,
      /** Counted from the last day of the leave. */
      leaves: it.KEEP_LEAVES_DAYS,
      /** Histories of marks and check-ins, and the audit log. */
      history: it.KEEP_HISTORY_DAYS,
      /** Files of mails in the local inbox. */
      mails: it.KEEP_MAILS_DAYS,
      /** Messages to students with their texts. */
      messages: it.KEEP_MESSAGES_DAYS,
      /** Counted from the student's archiving. */
      guardians: it.KEEP_GUARDIANS_DAYS,
      /** Taps at devices. */
      taps: it.KEEP_TAPS_DAYS,
      /** The log of webhooks. */
      webhooks: it.KEEP_WEBHOOKS_DAYS,
      /** Files and reports of imports. */
      imports: it.KEEP_IMPORTS_DAYS,
    },
    /** Maximum time for receiving a request. */
    requestSeconds: it.REQUEST_SECONDS,
    /** Where traces go, and the share of them that is recorded; null where they are off. */
    tracing: it.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: it.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: it.OTEL_TRACES_SAMPLER_ARG }
      : null,
    /** How long a stopping process goes on serving, so that a load balancer notices before it ends. */
    drainSeconds: it.DRAIN_SECONDS,
    /** Proxies whose forwarding headers are trusted. */
    trustedProxies: it.TRUSTED_PROXIES,
    logLevel: it.LOG_LEVEL,
    clockStart: it.CLOCK,
  };
}
