import { useState } from 'react';
import { signIn } from './session.ts';

/** The sign-in of students: by redirect, since phones block popups. */
export function SignInPage({ problem: given }: { problem?: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(given);
  async function start() {
    setBusy(true);
    try {
      await signIn('/me');
    } catch (error) {
      console.error('Login failed:', error);
      setProblem('The sign-in cannot be reached. Check the network and try again.');
      setBusy(false);
    }
  }
  return (
    <main className="narrow">
      <h1>My attendance</h1>
      <p>Your week, your attendance in each subject, and leave requests.</p>
      {problem && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="primary" disabled={busy} onClick={() => void start()}>
        {busy ? 'Please Wait' : 'Continue with Microsoft'}
      </button>
      <p className="dim">
        By continuing you agree to the terms of use of your institute and to the{' '}
        <a href="/privacy-policy">privacy policy</a>.
      </p>
    </main>
  );
}
