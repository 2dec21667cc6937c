import { ApiError } from '#web/platform/api.ts';

/** A problem and its solution. */
interface SignInProblem {
  title: string;
  advice: string;
}

/** Explains an error of the sign-in popup. */
export function explainSignIn(error: unknown): SignInProblem {
  if (error instanceof ApiError) {
    if (error.status === 401) return { title: 'You have been signed out', advice: error.message };
    return {
      title: 'The server did not answer',
      advice: 'Check your connection and try again in a moment.',
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (/closed by user|Popup closed|aborted/i.test(text)) {
    return {
      title: 'The sign-in window was closed',
      advice: 'Press the button again and finish signing in there.',
    };
  }
  if (/disposed window|popup.*block|Failed to open/i.test(text)) {
    return {
      title: 'The sign-in window was blocked',
      advice: 'Allow pop-up windows for this site in your browser, then try again.',
    };
  }
  if (/access_denied|denied/i.test(text)) {
    return {
      title: 'The sign-in was declined',
      advice: 'Choose another account, or ask your institute for access.',
    };
  }
  if (/fetch|network|timed? ?out|load|JSON/i.test(text)) {
    return {
      title: 'The sign-in service cannot be reached',
      advice: 'Your marks are safe. Try again in a moment; if it lasts, tell your IT support.',
    };
  }
  return {
    title: 'Signing in did not work',
    advice: `Try again. If it happens again, tell your IT support: ${text}`,
  };
}
