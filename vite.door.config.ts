import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import about from './package.json' with { type: 'json' };
import { endpointsOfBrowser } from './web/build/endpoints.ts';

/** The page at the door of a room: a build of its own, which opens without the network. */
export default defineConfig({
  root: 'web/door',
  base: '/door/',
  define: { 'import.meta.env.VITE_BUILD': JSON.stringify(about.version) },
  plugins: [
    react(),
    endpointsOfBrowser(),
    VitePWA({
      // Registered in web/door/new-version.ts: a new version waits until the door is quiet.
      injectRegister: false,
      registerType: 'prompt',
      manifest: {
        name: 'Attendance at the door',
        short_name: 'Door',
        description: 'Takes cards at the door of a room, also while the network is away.',
        id: '/door/',
        start_url: '/door/',
        scope: '/door/',
        display: 'fullscreen',
        theme_color: '#17625c',
        background_color: '#14191a',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        ],
      },
      workbox: {
        globPatterns: ['index.html', 'assets/*.{js,css,wasm}'],
        navigateFallback: '/door/index.html',
        cleanupOutdatedCaches: true,
        clientsClaim: true,
      },
    }),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
