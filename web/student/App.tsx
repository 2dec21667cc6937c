import { useEffect, useState, useSyncExternalStore } from 'react';
import { onLogoutAnnounced } from '../platform/logout-channel.ts';
import { CheckInPage } from './CheckInPage.tsx';
import { MePage } from './MePage.tsx';
import { finishSignIn, isSignedIn, leaveElsewhere, onLeft } from './session.ts';
import { SignInPage } from './SignInPage.tsx';

/** The student's pages: `/me`, `/q`, and the return from the sign-in. */
export function App() {
  if (location.pathname === '/me/callback') return <Returning />;
  return <SignedInOrNot />;
}

function SignedInOrNot() {
  useEffect(() => onLogoutAnnounced(leaveElsewhere), []);
  const signedIn = useSyncExternalStore(onLeft, isSignedIn);
  if (location.pathname === '/q') return <CheckInPage />;
  return signedIn ? <MePage /> : <SignInPage />;
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
