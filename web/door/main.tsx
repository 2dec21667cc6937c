import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { App } from './App.tsx';
import { openDeviceStore } from './device-store.ts';
import { registerWorker } from './new-version.ts';
import '@fontsource-variable/inter/wght.css';
import './door.css';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id root.');
const root = createRoot(element);
registerWorker();
openDeviceStore().then(
  (store) =>
    root.render(
      <StrictMode>
        <ErrorBoundary
          fallback={
            <main className="narrow">
              <h1>Something went wrong</h1>
              <p role="alert">Reload this page. Taps that wait for the network are safe.</p>
            </main>
          }
        >
          <App store={store} />
        </ErrorBoundary>
      </StrictMode>,
    ),
  (error: unknown) => {
    console.error('The taps of this device cannot be stored:', error);
    root.render(
      <main className="narrow">
        <h1>This browser cannot be a device</h1>
        <p role="alert">It stores nothing: leave private browsing, or use another browser.</p>
      </main>,
    );
  },
);
