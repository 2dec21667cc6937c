import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { hasLoggedOutSince } from '../platform/logouts.ts';
import { App } from './App.tsx';
import { isSignedIn, leaveElsewhere } from './session.ts';
import '@fontsource-variable/inter/wght.css';
import './student.css';

// In another tab, while this one was closed or put aside.
if (isSignedIn() && hasLoggedOutSince()) leaveElsewhere();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary
      fallback={
        <main className="narrow">
          <h1>Something went wrong</h1>
          <p role="alert">Reload this page. If it happens again, tell your institute.</p>
        </main>
      }
    >
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
