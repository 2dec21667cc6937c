import { ApiError } from '#web/platform/api.ts';

/**
 * Why the server no longer answers with a roll that was shown; null where it does not answer at all, or
 * the sign-in has ended, which the page says elsewhere.
 */
export function whyGone(error: Error): { title: string; text: string } | null {
  if (!(error instanceof ApiError) || error.isRetryable || error.status >= 500) return null;
  if (error.status === 404)
    return {
      title: 'This class is no longer there',
      text: 'It was removed, or is no longer yours. Marks from now on are refused.',
    };
  if (error.status === 403)
    return {
      title: 'Your account may not see this roll',
      text: `${error.message} Marks from now on are refused. Ask an administrator.`,
    };
  return null;
}
