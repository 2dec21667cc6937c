import { useEffect, useState } from 'react';
import { CheckInPage } from './CheckInPage.tsx';
import { MePage } from './MePage.tsx';
import { finishSignIn, isSignedIn } from './session.ts';
import { SignInPage } from './SignInPage.tsx';

/** The student's pages: `/me`, `/q`, and the return from the sign-in. */
export function App() {
  const { pathname } = location;
  if (pathname === '/me/callback') return <Returning />;
  if (pathname === '/q') return <CheckInPage />;
  return isSignedIn() ? <MePage /> : <SignInPage />;
}

function Returning() {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    finishSignIn().then(
      (path) => location.replace(path),
      (error: unknown) => {
        console.error('The sign-in could not be finished:', error);
        setFailed(true);
      },
    );
  }, []);
  if (failed) return <SignInPage problem="The sign-in could not be finished. Try again." />;
  return (
    <p className="wait" role="status">
      Please Wait
    </p>
  );
}
