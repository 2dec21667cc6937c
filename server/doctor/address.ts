import type { Config } from '#server/config.ts';
import { errorDetail, messageOf } from '#server/platform/error-details.ts';
import { fault, ok, warning, type Finding } from './finding.ts';

const timeoutMs = 5000;

/** The reason that Node hides below "fetch failed". */
export const fetchFault = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const reason = errorDetail(cause, 'code') ?? (cause ? messageOf(cause) : '');
  return reason ? `${messageOf(error)} (${reason})` : messageOf(error);
};

/** Whether this installation answers at the address that people open. */
export async function checkPublicUrl({
  publicUrl,
  oidc,
  timeZone,
}: Pick<Config, 'publicUrl' | 'oidc' | 'timeZone'>): Promise<Finding> {
  const what = 'Address';
  if (new URL(publicUrl).pathname !== '/')
    return fault(
      what,
      `PUBLIC_URL ${publicUrl} has a path`,
      'Give Attendance a name of its own, such as https://attendance.school.example: below a path it finds none of its files.',
    );
  const elsewhere = (text: string) =>
    fault(
      what,
      `${publicUrl} ${text}`,
      'Set PUBLIC_URL to the address that people open, and lead it to this server in the reverse proxy.',
    );
  let answer: Response;
  try {
    answer = await fetch(`${publicUrl}/api/v2/config/`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return warning(
      what,
      `${publicUrl} does not answer: ${fetchFault(error)}`,
      'Start the server; then check PUBLIC_URL, the reverse proxy, and whether this computer may reach it.',
    );
  }
  const body = (await answer.json().catch(() => null)) as {
    time_zone?: string;
    sign_in?: { authority?: string; client_id?: string };
  } | null;
  if (!answer.ok || !body?.sign_in)
    return elsewhere(`answers ${answer.status}, and is no Attendance`);
  const { authority, client_id } = body.sign_in;
  const isOther = oidc && (authority !== oidc.issuer || client_id !== oidc.clientId);
  if (isOther || body.time_zone !== timeZone)
    return elsewhere('is an Attendance with other settings');
  return ok(what, `${publicUrl} answers as this installation`);
}

/** The institute's zone, and the time there: a wrong one is seen at once. */
export function checkTimeZone({
  timeZone,
  hasTimeZone,
  oidc,
}: Pick<Config, 'timeZone' | 'hasTimeZone' | 'oidc'>): Finding {
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const text = `${timeZone}: it is ${now.toPlainDate().toString()} ${now.toPlainTime().toString({ smallestUnit: 'minute' })} there`;
  return hasTimeZone || !oidc
    ? ok('Time zone', text)
    : warning(
        'Time zone',
        `${text}; that is the default`,
        `Set TIME_ZONE to the institute’s, or TIME_ZONE=${timeZone}: dates of rolls and pay are computed in it.`,
      );
}
