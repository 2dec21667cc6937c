import { resolve } from 'node:path';
import { defaultTimeZone, environment, type Environment } from './config-environment.ts';
import { settingsOfEnvironment } from '#server/school/settings-environment.ts';
import { withEncryption } from './platform/database/address.ts';
import { defaultEmailClaims, requiredScopeOf } from './platform/identity/claims.ts';
import { SetupError } from './platform/setup-error.ts';
import { required } from './platform/required.ts';
import { withSecretFiles } from './secret-files.ts';

/** The mail domain of the demo institute's students. */
export const demoMailDomain = 'students.demo.example';

/** All settings, read once by `main.ts`. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings; an empty value is unset.
 * @throws SetupError with one line per invalid setting.
 */
export function readConfig(variables: Record<string, string | undefined>) {
  const { env, fixedSettings } = parse(variables);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const external = providerOf(env);
  const demo = env.DEMO ? env.DEMO === 'true' : !env.DATABASE_URL && !external;
  return {
    development: env.NODE_ENV === 'development',
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    /** The demo sign-in authenticates no user: it is available on loopback only. */
    host: external ? env.HOST : 'localhost',
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    ...databaseConfig(env),
    /** The institute’s identity provider; by default the embedded demo provider. */
    oidc: external,
    adminEmails: env.ADMIN_EMAILS,
    accountEmails: env.ACCOUNT_EMAILS,
    timeZone: env.TIME_ZONE ?? defaultTimeZone,
    /** False where the default is used. */
    hasTimeZone: env.TIME_ZONE !== undefined,
    supportUrl: env.SUPPORT_URL,
    /** Students sign in and see their own attendance. */
    studentSignIn: env.STUDENT_SIGN_IN === 'true',
    /** Check-in by QR code is accepted from these networks only; empty for any. */
    qrNetworks: env.QR_NETWORKS,
    /** The domain of students' e-mail addresses. */
    mailDomain: env.STUDENT_MAIL_DOMAIN?.toLowerCase() ?? (demo ? demoMailDomain : undefined),
    /** An S3-compatible bucket; without one, files are stored in the data folder. */
    filesUrl: env.FILES_URL,
    ...mailConfig(env),
    /** Networks that webhooks may lead to besides public addresses. */
    webhookNetworks: env.WEBHOOK_NETWORKS,
    /** Encrypts secrets in the database; without it a file of the data folder does. */
    secretsKey: env.SECRETS_KEY,
    /** The bearer token for metrics; without one they are available on this computer only. */
    metricsToken: env.METRICS_TOKEN,
    /** Domains that mails with data may be sent to; empty for any. */
    mailDomains: env.MAIL_DOMAINS,
    demo,
    /** Settings of the institute that its page shows and does not change. */
    fixedSettings,
    readerGapMs: env.READER_GAP_MS,
    /** Requests per minute and user; 0 for no limit. */
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    /**
     * Browsers may store an open roll, pending marks and photos, so that the roll works without the
     * network.
     */
    keepOnDevice: env.KEEP_ON_DEVICE === 'true',
    /** How long personal data is stored, in days; 0 for ever. */
    retentionDays: retentionOf(env),
    /** Maximum time for receiving a request. */
    requestSeconds: env.REQUEST_SECONDS,
    /** Where traces go, and the share of them that is recorded; null where they are off. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG }
      : null,
    /** How long a stopping process goes on serving, so that a load balancer notices before it ends. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Proxies whose forwarding headers are trusted. */
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    clockStart: env.CLOCK,
  };
}

/** @throws SetupError */
function parse(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(variables)).filter(([, value]) => value !== ''),
  );
  const parsed = environment.safeParse(given);
  const fixed = settingsOfEnvironment(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...fixed.faults,
  ];
  if (!parsed.success || faults.length) throw new SetupError(...faults);
  return { env: parsed.data, fixedSettings: fixed.values };
}

/** The institute’s identity provider; undefined for the embedded demo provider. */
const providerOf = (env: Environment) =>
  env.OIDC_ISSUER
    ? {
        issuer: env.OIDC_ISSUER,
        clientId: required(env.OIDC_CLIENT_ID, 'OIDC_CLIENT_ID'),
        audience: required(env.OIDC_AUDIENCE, 'OIDC_AUDIENCE'),
        scope: env.OIDC_SCOPE,
        emailClaims: env.OIDC_EMAIL_CLAIM?.split(',') ?? defaultEmailClaims(env.OIDC_ISSUER),
        requiredScope: requiredScopeOf(env),
      }
    : undefined;

const encrypted = (address: string | undefined) => address && withEncryption(address);

const databaseConfig = (env: Environment) => ({
  databaseUrl: encrypted(env.DATABASE_URL),
  /** Set where `DATABASE_URL` leads through a pooler in transaction mode: the way around it. */
  databaseDirectUrl: encrypted(env.DATABASE_DIRECT_URL),
  /** A replica for exports; by default the database itself. */
  databaseReadUrl: encrypted(env.DATABASE_READ_URL),
  /** The database's user of the servers, which `attendance migrate` grants the rows of all tables. */
  databaseAppUser: env.DATABASE_APP_USER,
  /** The replication that is expected: health and metrics say when there is less. */
  replication: env.REPLICATION,
  poolSize: env.POOL_SIZE,
  /** False: `attendance migrate` is a step of its own, and other commands only check that it was done. */
  migrateOnStart: env.MIGRATE_ON_START === 'true',
});

const mailConfig = (env: Environment) => ({
  /** The institute's mail server; without one, mails stay in the local inbox. */
  smtpUrl: env.SMTP_URL,
  /** The sender of mails; by default the institute, by an address of this host. */
  mailFrom: env.MAIL_FROM,
  /** The first delay between attempts to send a mail. */
  mailRetrySeconds: env.MAIL_RETRY_SECONDS,
  /** The gateway of short messages, which gets signed requests; null without one. */
  sms: env.SMS_URL
    ? {
        url: env.SMS_URL,
        secret: required(env.SMS_SECRET, 'SMS_SECRET'),
        networks: env.SMS_NETWORKS,
      }
    : null,
});

const retentionOf = (env: Environment) => ({
  /** Counted from the student's archiving. */
  photos: env.KEEP_PHOTOS_DAYS,
  /** Counted from the last day of the leave. */
  leaves: env.KEEP_LEAVES_DAYS,
  /** Histories of marks and check-ins, and the audit log. */
  history: env.KEEP_HISTORY_DAYS,
  /** Files of mails in the local inbox. */
  mails: env.KEEP_MAILS_DAYS,
  /** Messages to students with their texts. */
  messages: env.KEEP_MESSAGES_DAYS,
  /** Counted from the student's archiving. */
  guardians: env.KEEP_GUARDIANS_DAYS,
  /** Taps at devices. */
  taps: env.KEEP_TAPS_DAYS,
  /** The people of roll calls of the building; their figures stay. */
  drills: env.KEEP_DRILLS_DAYS,
  /** The log of webhooks. */
  webhooks: env.KEEP_WEBHOOKS_DAYS,
  /** Files and reports of imports. */
  imports: env.KEEP_IMPORTS_DAYS,
});
