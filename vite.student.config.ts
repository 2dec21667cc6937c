import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootInPage } from './web/build/boot.ts';
import { endpointsOfBrowser } from './web/build/endpoints.ts';

/** The students' pages: a build of its own, which shares no file with the staff's. */
export default defineConfig({
  root: 'web/student',
  base: '/student/',
  plugins: [
    react(),
    endpointsOfBrowser(),
    bootInPage(join(import.meta.dirname, 'web/student/boot.ts'), []),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
