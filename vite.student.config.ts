import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsOfBrowser } from './web/build/endpoints.ts';

/** The students' pages: a build of its own, which shares no file with the staff's. */
export default defineConfig({
  root: 'web/student',
  base: '/student/',
  plugins: [react(), endpointsOfBrowser()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
